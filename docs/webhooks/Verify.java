// Java 17 or later, no library needed. Read the answer with the JSON library that you have.
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  static byte[] keyOf(String secret) {
    return Base64.getDecoder().decode(secret.replace("whsec_", ""));
  }

  /** The JSON text of a signed request; throws when it is not genuine. body: the text as it came. */
  static String verifySigned(String secret, String id, String time, String signatures, String body)
      throws GeneralSecurityException {
    long now = System.currentTimeMillis() / 1000;
    if (!time.matches("[0-9]{1,12}") || Math.abs(now - Long.parseLong(time)) > 300)
      throw new SecurityException("too old");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(keyOf(secret), "HmacSHA256"));
    byte[] signed = (id + "." + time + "." + body).getBytes(StandardCharsets.UTF_8);
    byte[] expected =
        ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed))).getBytes(StandardCharsets.UTF_8);
    for (String sent : signatures.split(" ")) {
      if (MessageDigest.isEqual(sent.getBytes(StandardCharsets.UTF_8), expected)) return body;
    }
    throw new SecurityException("forged");
  }

  /** The JSON text of an encrypted request; throws when it is not genuine. body: hex text. */
  static String openEncrypted(String secret, String iv, String tag, String body)
      throws GeneralSecurityException {
    HexFormat hex = HexFormat.of();
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    SecretKeySpec key = new SecretKeySpec(keyOf(secret), "AES");
    cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, hex.parseHex(iv)));
    return new String(cipher.doFinal(hex.parseHex(body + tag)), StandardCharsets.UTF_8);
  }

  // To try it: java Verify.java signed <secret> <id> <timestamp> <signature> < body
  //            java Verify.java encrypted <secret> <iv> <tag> < body
  public static void main(String[] args) throws Exception {
    String body = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    String json =
        args[0].equals("signed")
            ? verifySigned(args[1], args[2], args[3], args[4], body)
            : openEncrypted(args[1], args[2], args[3], body);
    System.out.println(json.replaceFirst("(?s).*?\"type\":\"(\\w+)\".*", "$1"));
  }
}
