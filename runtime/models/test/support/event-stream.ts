import { crc32 } from "node:zlib";
import type { Json } from "@toolwright/core";

/**
 * A message of Amazon's event streams: lengths, headers and payload, each with a checksum
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html).
 */
export function eventMessage(type: string, payload: Json): Buffer {
  const headers = Buffer.concat([
    header(":event-type", type),
    header(":content-type", "application/json"),
    header(":message-type", "event"),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + body.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const begun = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([begun, checksum(begun)]);
}

const TEXT = 7;

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([TEXT]),
    length,
    Buffer.from(value),
  ]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
