import fc from "fast-check"
import { expect, test } from "vitest"
import { Recorder, server } from "./recorder.ts"

/** The tab's facts about itself and its environment, which the state holds in one place. */

const started = { version: "1.2.3.4", baseUrl: "https://cloud.example", testMirror: true, isApp: true } as const

test("[STATE-1] before anything is known the system is Windows, in a browser, without a newer version", () => {
  const { application, session, devices, sharing, firmware, lan, reach } = new Recorder().state
  expect(application).toEqual({
    initialised: false,
    baseUrl: "",
    testMirror: false,
    isApp: false,
    os: "win",
    version: "",
    versionNumber: 0,
    latestVersion: null,
    notifiedVersion: null,
  })
  expect([session.current, devices.bound.size, sharing.subAccounts.size, lan.devices.size]).toEqual([null, 0, 0, 0])
  expect([firmware.latest, firmware.image, reach.size]).toEqual([null, null, 0])
})

test("[STATE-1] a start tells cloud, mirror, place and version", () => {
  const client = new Recorder()
  client.do({ type: "StartApp", ...started, os: "linux" })
  const { application } = client.state
  expect(application).toMatchObject({ ...started, os: "linux", initialised: true, versionNumber: 1_020_304 })
})

test("[STATE-1][BRIDGE-3] the version number follows from the text, and orders versions as they do", () => {
  const part = fc.integer({ min: 0, max: 99 })
  const version = fc.tuple(fc.integer({ min: 0, max: 9_999 }), part, part, part)
  const numberOf = (parts: readonly number[]) => {
    const client = new Recorder()
    client.do({ type: "TellAppVersion", version: parts.join("."), latest: "99.0.0" })
    expect(client.state.application).toMatchObject({ version: parts.join("."), latestVersion: "99.0.0" })
    return client.state.application.versionNumber
  }
  const firstDifference = (a: readonly number[], b: readonly number[]) =>
    a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(numberOf(a) - numberOf(b))).toBe(Math.sign(firstDifference(a, b)))
    }),
  )
})

test("[STATE-1] the version whose notice was dismissed is remembered over a start", () => {
  const client = new Recorder()
  client.do({ type: "TellAppVersion", version: "1.0.0", latest: "1.1.0" })
  client.do({ type: "DismissVersionNotice", version: "1.1.0" })
  client.do({ type: "StartApp", ...started, os: "mac" })
  expect(client.state.application.notifiedVersion).toBe("1.1.0")
})

test("[STATE-1][AUTH-13] which server is used is that of the session, whatever the deployment's cloud is", () => {
  const client = new Recorder()
  client.do({ type: "StartApp", ...started, os: "win" })
  client.signIn("u1", "s1", server("https://studio.example"))
  expect(client.state.session.current?.server).toBe("https://studio.example")
  expect(client.state.application.baseUrl).toBe(started.baseUrl)
})
