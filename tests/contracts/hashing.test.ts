import { createHash } from "node:crypto"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { type Algorithm, hash } from "../../src/workers/hashing.ts"

const nodeHash = (algorithm: Algorithm, parts: readonly (string | Uint8Array)[]) => {
  const hasher = createHash(algorithm)
  for (const part of parts) hasher.update(part)
  return hasher.digest("hex")
}

test.each(["md5", "sha256"] as const)(
  "[WORKER-2] %s agrees with node on any bytes, however they are split",
  async (algorithm) => {
    const bytes = fc.uint8Array({ maxLength: 2_000 })
    await fc.assert(
      fc.asyncProperty(bytes, fc.array(fc.nat(2_000)), async (whole, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length]
        const parts = at.slice(1).map((end, index) => whole.subarray(at[index], end))
        expect(await hash(algorithm, parts)).toBe(nodeHash(algorithm, [whole]))
      }),
    )
  },
)

test.each(["md5", "sha256"] as const)("[WORKER-2] %s agrees with node on any text", async (algorithm) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "binary" })), async (parts) => {
      expect(await hash(algorithm, parts)).toBe(nodeHash(algorithm, parts))
    }),
  )
})

test.each([
  ["", "d41d8cd98f00b204e9800998ecf8427e"],
  ["a", "0cc175b9c0f1b6a831c399e269772661"],
  ["abc", "900150983cd24fb0d6963f7d28e17f72"],
  ["message digest", "f96b697d7cb7938d525a2f31aaf161d0"],
  ["abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"],
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"],
  [
    "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
    "57edf4a22be3c955ac49da2e2107b67a",
  ],
])("[WORKER-2] MD5 of RFC 1321's %j", async (text, expected) => {
  expect(await hash("md5", [text])).toBe(expected)
})
