import { expect, test } from "vitest"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { campaignChoice, outdated } from "../../src/domain/views/campaign.ts"
import { abilitiesOf, flagsSaid } from "../../src/domain/views/deviceAbilities.ts"
import { NO_FILTER } from "../../src/domain/views/deviceFilter.ts"
import { devicePage } from "../../src/domain/views/devicePage.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { makeDeviceFinder } from "../../src/domain/views/findDevices.ts"
import { cardFirmware, firmwareView } from "../../src/domain/views/firmware.ts"
import { assignableDevices } from "../../src/domain/views/subAccounts.ts"
import { makeUpdatesSign } from "../../src/domain/views/updatesSign.ts"
import { FLAG_NO_FIRMWARE, FLAG_NO_SOUND, FLAG_ONE_MODE } from "../../src/domain/wire/deviceFlags.ts"
import { CONNECTED, device } from "./playedBridge.ts"
import { Recorder } from "./recorder.ts"

const UPDATABLE = { ...NO_FILTER, search: "", sort: "name", reversed: false, outdated: true } as const
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

test("[FW-2][FW-8][AGENT-1] what has no firmware is offered no update: on its card and page, in the filter, the navigation and a campaign", () => {
  const client = new Recorder()
  const account = client.signIn()
  const bound = ["d1", "d2"].map((id) => ({
    ...{ id, name: id, model: 0, lastSeen: client.now, flags: 0, build: 0, shared: false, owner: "" },
  }))
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: bound })
  client.do({ type: "ReportBridge", link: CONNECTED })
  client.do({ type: "LearnLatestFirmware", build: 8, hash: "b".repeat(32) })
  const near = [
    device("n1", { did: "d1", build: 0, flags: FLAG_NO_FIRMWARE }),
    device("n2", { did: "d2", build: 0, addr: "10.0.7.2" }),
  ].map(fieldsOf)
  client.do({ type: "RecordLanDevices", devices: near, gone: [] })
  const { state, now } = client
  expect(cardFirmware(state, "n1")).toMatchObject({ hasUpdate: false, newBuild: null })
  expect(firmwareView(state, "n1")).toMatchObject({ hindrance: "noFirmware", mayTryAgain: false })
  expect(deviceCard(state, "d1", now)?.newBuild).toBe(null)
  expect(devicePage(state, "d1", now)?.update).toBe("noFirmware")
  expect(makeDeviceFinder(compare)(state, now, UPDATABLE).ids).toEqual(["d2"])
  expect(makeUpdatesSign()(state)).toEqual({ kind: "able", n: 1 })
  expect(outdated(state)).toEqual(["n2"])
  const { able, left } = campaignChoice(state, ["n1", "n2"], compare)
  expect(able.map(({ id }) => id)).toEqual(["n2"])
  expect(left).toMatchObject([{ id: "n1", reason: "noFirmware" }])

  expect(client.do({ type: "StartFirmwareUpdate", device: "n1" })).toMatchObject({ ok: false, reason: "noFirmware" })
  expect(client.do({ type: "StartCampaign", devices: ["n1"], limit: 1, atOnce: 1 })).toMatchObject({ ok: false })
  client.do({ type: "StartCampaign", devices: ["n1", "n2"], limit: 1, atOnce: 1 })
  expect(client.log.findLast(({ type }) => type === "FirmwareCampaignStarted")?.payload).toMatchObject({
    devices: [{ id: "n2" }],
    left: [],
  })
})

test("[AGENT-1] what a device lacks is known from its network, from the account's server, and after it has left the network", () => {
  const flags = FLAG_ONE_MODE | FLAG_NO_FIRMWARE | FLAG_NO_SOUND
  const lacking = { hasOneMode: true, hasFirmware: false, hasSound: false }
  const client = new Recorder()
  const known = (did: string) => abilitiesOf(flagsSaid(client.state, did))
  expect(known("d1")).toEqual({ hasOneMode: false, hasFirmware: true, hasSound: true })
  const near = [device("n1", { did: "d1", build: 0, flags })].map(fieldsOf)
  client.do({ type: "RecordLanDevices", devices: near, gone: [] })
  expect(known("d1")).toEqual(lacking)
  client.do({ type: "RecordLanDevices", devices: [], gone: ["n1"] })
  expect(known("d1")).toEqual(lacking)

  const account = client.signIn()
  const far = { id: "d2", name: "Far", model: 0, lastSeen: client.now, flags, build: 0, shared: false, owner: "" }
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [far] })
  expect(known("d2")).toEqual(lacking)
  expect(deviceCard(client.state, "d2", client.now)).toMatchObject({ build: null, hasFirmware: false })
  const sub = { id: "s1", name: "Sub", email: "s1@example.com", createdAt: 0, status: 2, devices: [] }
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts: [sub] })
  expect(assignableDevices(client.state, "s1")).toMatchObject([{ did: "d2", blocked: "noFirmware" }])
})
