# Ruby 2.7 or later, no gem needed.
require "json"
require "openssl"

def key_of(secret)
  secret.delete_prefix("whsec_").unpack1("m0")
end

# The notification of a signed request; raises when it is not genuine. body: the text as it came.
def verify_signed(secret, headers, body)
  id, time, signatures = headers.transform_keys(&:downcase).values_at("webhook-id", "webhook-timestamp", "webhook-signature")
  raise "too old" unless time.match?(/\A[0-9]{1,12}\z/) && (Time.now.to_i - time.to_i).abs <= 300
  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key_of(secret), "#{id}.#{time}.#{body}")].pack("m0")
  raise "forged" unless signatures.split(" ").any? { |sent| OpenSSL.secure_compare(sent, expected) }
  JSON.parse(body)
end

# The notification of an encrypted request; raises when it is not genuine. body: hex text.
def open_encrypted(secret, headers, body)
  headers = headers.transform_keys(&:downcase)
  tag = [headers["x-authentication-tag"]].pack("H*")
  raise "forged" unless tag.bytesize == 16
  decipher = OpenSSL::Cipher.new("aes-256-gcm").decrypt
  decipher.key = key_of(secret)
  decipher.iv = [headers["x-initialization-vector"]].pack("H*")
  decipher.auth_tag = tag
  JSON.parse(decipher.update([body].pack("H*")) + decipher.final)
end

# To try it: ruby verify.rb signed <secret> <id> <timestamp> <signature> < body
#            ruby verify.rb encrypted <secret> <iv> <tag> < body
if $PROGRAM_NAME == __FILE__
  format, secret, *values = ARGV
  body = $stdin.read
  notification =
    if format == "signed"
      verify_signed(secret, %w[webhook-id webhook-timestamp webhook-signature].zip(values).to_h, body)
    else
      open_encrypted(secret, %w[x-initialization-vector x-authentication-tag].zip(values).to_h, body)
    end
  puts notification["type"]
end
