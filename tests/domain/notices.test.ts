import fc from "fast-check"
import { expect, test } from "vitest"
import { bridgeRefusal, linuxTips, newerApp } from "../../src/domain/views/notices.ts"
import { Recorder } from "./recorder.ts"

/** Reports of the native side that the app shows until a person dismisses them. */

const versions = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }))
  .map((parts) => ({ text: parts.join("."), parts }))

test("[LAYOUT-4][BRIDGE-3] a notice is shown for a newer version alone", () => {
  fc.assert(
    fc.property(versions, versions, (own, latest) => {
      const client = new Recorder()
      client.do({ type: "TellAppVersion", version: own.text, latest: latest.text })
      const difference = latest.parts.map((part, index) => part - (own.parts[index] ?? 0)).find((by) => by !== 0) ?? 0
      expect(newerApp(client.state)).toEqual(difference > 0 ? { from: own.text, to: latest.text } : null)
    }),
  )
})

test("[LAYOUT-4] without a newer version, or with one that cannot be read, there is no notice", () => {
  const client = new Recorder()
  expect(newerApp(client.state)).toBeNull()
  client.do({ type: "TellAppVersion", version: "1.2.0" })
  expect(newerApp(client.state)).toBeNull()
  client.do({ type: "TellAppVersion", version: "1.2.0", latest: "tomorrow" })
  expect(newerApp(client.state)).toBeNull()
  client.do({ type: "TellAppVersion", version: "unknown", latest: "1.2.0" })
  expect(newerApp(client.state)).toBeNull()
})

test("[LAYOUT-4] a dismissal is recorded once for each version, holds over a start, and the next version shows again", () => {
  const client = new Recorder()
  client.do({ type: "TellAppVersion", version: "1.2.0", latest: "1.3.0" })
  client.do({ type: "DismissVersionNotice", version: "1.3.0" })
  client.do({ type: "DismissVersionNotice", version: "1.3.0" })
  expect(client.log.filter(({ type }) => type === "VersionNoticeDismissed")).toHaveLength(1)
  client.do({ type: "StartApp", version: "1.2.0", baseUrl: "", testMirror: false, isApp: true, os: "linux" })
  expect(newerApp(client.state)).toBeNull()
  client.do({ type: "TellAppVersion", version: "1.2.0", latest: "1.4.0" })
  expect(newerApp(client.state)).toEqual({ from: "1.2.0", to: "1.4.0" })
})

const bits = [
  [1, "media"],
  [2, "h264"],
  [4, "sound"],
  [256, "fonts"],
] as const

test("[MSG-6] combined flags name each missing library, and the dump with its path", () => {
  fc.assert(
    fc.property(
      fc.subarray([...bits]),
      fc.boolean(),
      fc.option(fc.constant("/tmp/dump_info.dat")),
      (lacks, dump, path) => {
        const client = new Recorder()
        const flags = lacks.reduce((all, [flag]) => all | flag, dump ? 8 : 0)
        client.do({ type: "TellLinuxTips", flags, path })
        const report = { missing: lacks.map(([, library]) => library), dump: dump ? (path ?? "dump_info.dat") : null }
        expect(linuxTips(client.state)).toEqual(flags === 0 ? null : report)
        client.do({ type: "DismissLinuxTips" })
        expect(linuxTips(client.state)).toBeNull()
      },
    ),
  )
})

test("[MSG-6] an unknown flag shows nothing", () => {
  const client = new Recorder()
  client.do({ type: "TellLinuxTips", flags: 512, path: null })
  expect(linuxTips(client.state)).toBeNull()
})

test("[BRIDGE-4] a refusal shows its cause, and only while it lasts", () => {
  const client = new Recorder()
  for (const why of ["permission", "access"] as const) {
    client.do({ type: "ReportBridge", link: { state: "refused", why } })
    expect(bridgeRefusal(client.state)).toBe(why)
  }
  client.do({ type: "ReportBridge", link: { state: "away" } })
  expect(bridgeRefusal(client.state)).toBeNull()
})
