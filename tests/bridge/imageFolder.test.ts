import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { openImages } from "../../bridge/firmware/images.ts"
import { IMAGES_KEPT } from "../../bridge/limits.ts"
import { newFolder } from "./files.ts"

const IMAGE = Buffer.from("an image")
const HASH = createHash("md5").update(IMAGE).digest("hex")

/** A folder of images beside a file that no image may touch. */
const prepared = () => {
  const folder = newFolder()
  const images = join(folder, "firmware")
  mkdirSync(images, { mode: 0o700 })
  const other = join(folder, "other")
  writeFileSync(other, "of somebody", { mode: 0o600 })
  return { images, other, begun: join(images, `${HASH}.part`), whole: join(images, `${HASH}.bin`) }
}

const traps: readonly (readonly [string, (other: string, path: string) => void])[] = [
  ["a symbolic link", (other, path) => symlinkSync(other, path)],
  ["a symbolic link that leads nowhere", (other, path) => symlinkSync(`${other}.missing`, path)],
  ["a hard link", (other, path) => linkSync(other, path)],
  ["a pipe", (_, path) => void execFileSync("mkfifo", [path])],
  [
    "a folder with a link in it",
    (other, path) => {
      mkdirSync(path)
      symlinkSync(other, join(path, "link"))
    },
  ],
  [
    "a file that others may write",
    (_, path) => {
      writeFileSync(path, IMAGE)
      chmodSync(path, 0o666)
    },
  ],
]

test.each(traps)("[SEC-2][FW-7] an image is written to no file but its own: %s", async (_, lay) => {
  const { images, other, begun } = prepared()
  lay(other, begun)
  const writing = await openImages(images).begin(HASH, IMAGE.length)
  expect(writing.at()).toBe(0)
  expect(await writing.add(IMAGE)).toBe("whole")
  await writing.close()
  expect(readFileSync(other, "utf8")).toBe("of somebody")
  expect(statSync(join(images, `${HASH}.bin`)).mode & 0o777).toBe(0o600)
})

test.each(traps)("[SEC-2][FW-7] an image is read from no file but its own: %s", async (_, lay) => {
  const { images, other, whole } = prepared()
  writeFileSync(other, IMAGE)
  lay(other, whole)
  expect(await openImages(images).whole(HASH)).toBeUndefined()
  expect(readFileSync(other)).toEqual(IMAGE)
  expect(() => lstatSync(whole)).toThrow("ENOENT")
})

test("[SEC-2][FW-7] images that make room leave the other files of their folder, whatever their endings", async () => {
  const { images } = prepared()
  const own = Array.from({ length: IMAGES_KEPT + 2 }, (_, index) => `${String(index).repeat(32)}.bin`)
  const others = Array.from({ length: IMAGES_KEPT + 2 }, (_, index) => `game ${index}.bin`)
  for (const name of [...own, ...others, "half.part", `${HASH}0.bin`]) writeFileSync(join(images, name), name)
  mkdirSync(join(images, "folder.bin"))
  const writing = await openImages(images).begin(HASH, IMAGE.length)
  await writing.close()
  const left = readdirSync(images)
  expect(left).toEqual(expect.arrayContaining([...others, "half.part", `${HASH}0.bin`, "folder.bin"]))
  expect(left.filter((name) => own.includes(name))).toHaveLength(IMAGES_KEPT - 1)
})

test("[SEC-2] a folder that others may change takes no image", async () => {
  const { images } = prepared()
  chmodSync(images, 0o777)
  await expect(openImages(images).begin(HASH, IMAGE.length)).rejects.toThrow("others may change")
})

test("[FW-7] who goes on with an image finds it as the last one has left it, with what was still being written", async () => {
  const images = openImages(newFolder())
  // Large enough that the write still runs when the next one starts.
  const bytes = new Uint8Array(32 * 1_024 * 1_024)
  const first = await images.begin(HASH, bytes.length + 2)
  const writing = first.add(bytes)
  const second = await images.begin(HASH, bytes.length + 2)
  expect(second.at()).toBe(bytes.length)
  expect(await writing).toBe("more")
  expect(await first.add(new Uint8Array(1))).toBe("superseded")
  expect(await second.add(new Uint8Array(1))).toBe("more")
  await Promise.all([first.close(), second.close()])
})
