import { writeFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  missingAmong,
  probeLinux,
  TIP_DUMP,
  TIP_FONTS,
  TIP_H264,
  TIP_MEDIA,
  TIP_SOUND,
} from "../../bridge/system/linuxTips.ts"
import { newFolder } from "./files.ts"

const ALL = TIP_MEDIA | TIP_H264 | TIP_SOUND | TIP_FONTS

/** Libraries, each of which alone removes these tips. */
const cures = [
  ["libavcodec.so.60", TIP_MEDIA | TIP_H264],
  ["libgstreamer-1.0.so.0", TIP_MEDIA],
  ["libopenh264.so.7", TIP_H264],
  ["libasound.so.2", TIP_SOUND],
  ["libpulse.so.0", TIP_SOUND],
  ["libfontconfig.so.1", TIP_FONTS],
] as const

test("[MSG-6] the flags are those of the table", () => {
  expect([TIP_MEDIA, TIP_H264, TIP_SOUND, TIP_DUMP, TIP_FONTS]).toEqual([1, 2, 4, 8, 256])
})

test("[MSG-6] the flags name all that is missing, and nothing else", () => {
  expect(missingAmong([])).toBe(ALL)
  fc.assert(
    fc.property(fc.subarray([...cures]), (there) => {
      const cured = there.reduce((flags, [, flag]) => flags | flag, 0)
      expect(missingAmong(there.map(([name]) => name))).toBe(ALL & ~cured)
    }),
  )
})

test("[MSG-6] a library of another name is none of them", () => {
  expect(missingAmong(["libasound2.so.2", "libpulsecommon.so", "my-libfontconfig.so.1", "libavcodec.a"])).toBe(ALL)
})

test("[MSG-6] an existing dump is reported with its path", async () => {
  const file = join(newFolder(), "dump_info.dat")
  const before = await probeLinux(file)
  expect([before.flags & TIP_DUMP, before.path]).toEqual([0, undefined])
  writeFileSync(file, "")
  expect(await probeLinux(file)).toEqual({ flags: before.flags | TIP_DUMP, path: file })
})
