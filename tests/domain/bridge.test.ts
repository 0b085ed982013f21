import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { BridgeLink } from "../../src/domain/features/bridge/feature.ts"
import { linuxTips } from "../../src/domain/views/notices.ts"
import { Recorder } from "./recorder.ts"

const links = fc.oneof(
  fc.constant<BridgeLink>({ state: "none" }),
  fc.constant<BridgeLink>({ state: "away" }),
  fc.constantFrom<BridgeLink>({ state: "refused", why: "permission" }, { state: "refused", why: "access" }),
  fc
    .record({ version: fc.constantFrom("1.0.0", "1.1.0"), capabilities: fc.subarray(["wake", "viewer"]) })
    .map((known): BridgeLink => ({ state: "connected", os: "linux", ...known })),
)

test("[BRIDGE-4] the log records the state of the bridge, and only when it changed", () => {
  fc.assert(
    fc.property(fc.array(links), (reported) => {
      const client = new Recorder()
      let last: BridgeLink = { state: "none" }
      for (const link of reported) {
        const before = client.log.length
        client.do({ type: "ReportBridge", link })
        expect(client.log.length - before).toBe(JSON.stringify(link) === JSON.stringify(last) ? 0 : 1)
        expect(client.state.bridge.link).toEqual(link)
        last = link
      }
    }),
  )
})

test("[BRIDGE-1] Linux tips come once for each set of flags, and a dismissed one stays away until another comes", () => {
  const client = new Recorder()
  const shown = () => {
    const { tips, tipsDismissed } = client.state.bridge
    return tips !== null && tips.flags !== tipsDismissed
  }
  client.do({ type: "TellLinuxTips", flags: 0, path: null })
  client.do({ type: "TellLinuxTips", flags: 5, path: null })
  client.do({ type: "TellLinuxTips", flags: 5, path: null })
  expect(client.log.filter(({ type }) => type === "LinuxTipsTold")).toHaveLength(1)
  expect(shown()).toBe(true)
  client.do({ type: "DismissLinuxTips" })
  expect(shown()).toBe(false)
  client.do({ type: "TellLinuxTips", flags: 4, path: null })
  expect(shown()).toBe(true)
  client.do({ type: "TellLinuxTips", flags: 0, path: null })
  expect(linuxTips(client.state)).toBeNull()
})
