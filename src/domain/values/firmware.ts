import { type Branded, invalid, type Parsed, valid } from "./parsed.ts"

/** A firmware build number such as 241129184309; 0 and below mean unknown (DEVICE-7). */
export type Build = Branded<number, "Build">

const isBuild = (value: number): value is Build => Number.isSafeInteger(value) && value > 0

export const parseBuild = (text: string): Parsed<Build, "invalidBuild"> => {
  const value = /^[0-9]{1,15}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
  return isBuild(value) ? valid(value) : invalid("invalidBuild")
}

export const knownBuild = (value: number): Build | undefined => (isBuild(value) ? value : undefined)

/** App version number = major*1000000 + minor*10000 + patch*100 + build (BRIDGE-3). */
export const parseVersion = (text: string): Parsed<number, "invalidVersion"> => {
  const match = /^v?([0-9]{1,4})\.([0-9]{1,2})\.([0-9]{1,2})(?:\.([0-9]{1,2}))?$/.exec(text.trim())
  if (match === null) return invalid("invalidVersion")
  const [major = 0, minor = 0, patch = 0, build = 0] = match.slice(1).map((part) => Number(part ?? 0))
  return valid(major * 1_000_000 + minor * 10_000 + patch * 100 + build)
}
