// .NET 8 or later, no package needed. Read the answer with System.Text.Json.
using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class Verify
{
    static byte[] KeyOf(string secret) => Convert.FromBase64String(secret.Replace("whsec_", ""));

    /// <summary>The JSON text of a signed request; throws when it is not genuine. body: the text as it came.</summary>
    public static string VerifySigned(string secret, string id, string time, string signatures, string body)
    {
        if (!Regex.IsMatch(time, @"\A[0-9]{1,12}\z") || Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(time)) > 300)
            throw new CryptographicException("too old");
        using var hmac = new HMACSHA256(KeyOf(secret));
        var digest = hmac.ComputeHash(Encoding.UTF8.GetBytes($"{id}.{time}.{body}"));
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(digest));
        if (!signatures.Split(' ').Any(sent => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(sent), expected)))
            throw new CryptographicException("forged");
        return body;
    }

    /// <summary>The JSON text of an encrypted request; throws when it is not genuine. body: hex text.</summary>
    public static string OpenEncrypted(string secret, string iv, string tag, string body)
    {
        var sealedText = Convert.FromHexString(body);
        var text = new byte[sealedText.Length];
        using var aes = new AesGcm(KeyOf(secret), 16);
        aes.Decrypt(Convert.FromHexString(iv), sealedText, Convert.FromHexString(tag), text);
        return Encoding.UTF8.GetString(text);
    }
}
