import { expect, test } from "vitest"
import { fingerprintWords } from "../../src/domain/values/fingerprintWords.ts"

const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0")

test("[SEC-5] each byte of a fingerprint has a word of its own, so that two keys never read the same by chance", () => {
  const words = Array.from({ length: 256 }, (_, byte) => fingerprintWords(hexOf(byte).repeat(32))[0])
  expect(new Set(words).size).toBe(256)
  expect(words.filter((word) => word === undefined || !/^[a-z]{3,9}$/.test(word))).toEqual([])
  expect(fingerprintWords("00ff".repeat(16))).toEqual(["acid", "zinc", "acid", "zinc", "acid", "zinc", "acid", "zinc"])
})
