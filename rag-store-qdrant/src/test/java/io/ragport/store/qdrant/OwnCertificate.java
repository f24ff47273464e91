package io.ragport.store.qdrant;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A key and the certificate that it has signed itself, in PEM files.
 *
 * @param certificate for 127.0.0.1 only
 */
record OwnCertificate(Path certificate, Path key) {
  private static final String PASSWORD = "made for a test";

  /** A new one in that folder. */
  static OwnCertificate in(Path folder) throws Exception {
    Path store = Files.createTempDirectory(folder, "certificate").resolve("store");
    Path log = store.resolveSibling("log");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "own",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=a test",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (keytool.waitFor() != 0) {
      throw new AssertionError("keytool failed: " + Files.readString(log));
    }
    return read(store);
  }

  private static OwnCertificate read(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    return new OwnCertificate(
        write(
            file.resolveSibling("certificate.pem"),
            "CERTIFICATE",
            store.getCertificate("own").getEncoded()),
        write(
            file.resolveSibling("key.pem"),
            "PRIVATE KEY",
            store.getKey("own", PASSWORD.toCharArray()).getEncoded()));
  }

  private static Path write(Path file, String type, byte[] content) throws IOException {
    String encoded = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + encoded + "\n-----END " + type + "-----\n");
  }
}
