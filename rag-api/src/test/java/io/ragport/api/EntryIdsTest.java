package io.ragport.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EntryIdsTest {
  @Test
  void theOrderIsThatOfTheTextForm() {
    long seed = 20260301;
    Random random = new Random(seed);
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      long high = random.nextInt(4) == 0 ? 7 : random.nextLong();
      ids.add(new UUID(high, random.nextLong()));
    }
    List<UUID> byText = ids.stream().sorted(Comparator.comparing(UUID::toString)).toList();

    assertThat(ids.stream().sorted(EntryIds.ORDER).toList()).as("seed %s", seed).isEqualTo(byText);
  }

  @Test
  void bothHalvesCompareUnsigned() {
    UUID small = new UUID(1, 1);

    assertThat(EntryIds.ORDER.compare(new UUID(-1, 1), small)).isPositive();
    assertThat(EntryIds.ORDER.compare(new UUID(1, -1), small)).isPositive();
    assertThat(EntryIds.ORDER.compare(small, new UUID(1, -1))).isNegative();
    assertThat(EntryIds.ORDER.compare(small, new UUID(1, 1))).isZero();
  }

  @Test
  void mintedIdsAreRandomUuids() {
    UUID minted = EntryIds.mint();

    assertThat(minted.version()).isEqualTo(4);
    assertThat(EntryIds.mint()).isNotEqualTo(minted);
  }
}
