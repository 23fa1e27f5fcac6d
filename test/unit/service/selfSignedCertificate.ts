import { generateKeyPairSync, sign } from "node:crypto";

/** In PEM format. */
export interface CertificateAndKey {
  readonly cert: string;
  readonly key: string;
}

/**
 * Creates a self-signed certificate (X.509 version 1, P-256), valid for ten years around now. Encoded by hand,
 * because Node can't create certificates, and tests must not need openssl.
 */
export function createSelfSignedCertificate(commonName: string): CertificateAndKey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(Buffer.from("06082a8648ce3d040302", "hex"));
  const name = sequence(
    der(0x31, sequence(Buffer.from("0603550403", "hex"), der(0x0c, Buffer.from(commonName)))),
  );
  const year = new Date().getUTCFullYear();
  const validity = sequence(utcTime(year - 5), utcTime(year + 5));
  const serial = der(0x02, Buffer.from([1]));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const body = sequence(serial, ecdsaWithSha256, name, validity, name, spki);
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
  const certificate = sequence(body, ecdsaWithSha256, signature).toString("base64");
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function utcTime(year: number): Buffer {
  return der(0x17, Buffer.from(`${String(year % 100).padStart(2, "0")}0101000000Z`));
}

/** Encodes tag, length and content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
