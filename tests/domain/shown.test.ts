import { describe, expect, test } from "vitest"
import type { LanDevice } from "../../src/domain/features/lan/state.ts"
import type { State } from "../../src/domain/product/state.ts"
import { campaignView } from "../../src/domain/views/campaign.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { cardFirmware, firmwareView } from "../../src/domain/views/firmware.ts"
import { answered, lanDeviceAt, lanViewOf } from "../../src/domain/views/lan.ts"
import { makeUpdatesSign } from "../../src/domain/views/updatesSign.ts"
import { looksAt } from "./looks.ts"
import { bound, isConnected, lastAsked, shownName, signedIn, texts } from "./plainFacts.ts"

/**
 * Compares the devices on screens with a second computation from the state. It is the plainest that the requirements
 * allow: one device at a time and without memory.
 */

const looks = looksAt(120, 12)

const MINUTE = 60_000

/** The device on this network now. An address comes before a cable. */
const hereOf = (state: State, did: string): LanDevice | undefined =>
  [...state.lan.devices.values()]
    .filter((device) => device.did === did)
    .sort((a, b) => Number(a.addr === "") - Number(b.addr === "") || (a.id < b.id ? -1 : 1))[0]

/** The flag for a device without firmware in `docs/device-protocol.md`; the next flag is a device without sound. */
const NO_FIRMWARE = 131_072

const signOf = makeUpdatesSign()

describe("what is shown is what the state says", () => {
  test("[DEVICE-5][DEVICE-7][DEVICE-15] of a device of the account", () => {
    for (const { state, now } of looks)
      for (const device of bound(state)) {
        const card = deviceCard(state, device.id, now)
        const near = isConnected(state) ? hereOf(state, device.id) : undefined
        const isSeen = now - device.lastSeen <= 30 * MINUTE && device.lastSeen - now <= 24 * 60 * MINUTE
        const readAt = state.devices.read.at
        const isOld = readAt !== null && (now - readAt > 30 * MINUTE || readAt - now > 5 * MINUTE)
        const wasSeen =
          readAt !== null && readAt - device.lastSeen <= 30 * MINUTE && device.lastSeen - readAt <= 24 * 60 * MINUTE
        const plain = isSeen ? "online" : "offline"
        const { latest } = state.firmware
        const said = near !== undefined && near.addr !== "" ? near.build : device.build === 0 ? Infinity : device.build
        expect(card, device.id).toMatchObject({
          did: device.id,
          name: shownName(state, device),
          type: device.model === 1 ? "AVW1" : "AVL1",
          shared: device.shared,
          owner: device.owner,
          status: near !== undefined ? "online" : isOld && wasSeen ? "lastKnown" : plain,
          online: near !== undefined || isSeen,
          lastKnown: near === undefined && isOld,
          lastSeen: device.lastSeen,
          build: device.build === 0 ? null : device.build,
          hasFirmware: (hereOf(state, device.id)?.flags ?? 0) < NO_FIRMWARE,
          newBuild: latest !== null && said < latest.build && (near?.flags ?? 0) < NO_FIRMWARE ? latest.build : null,
          hasBoundMac: Math.floor(device.flags / 4) % 2 === 1,
          watchedSince: device.heardFrom === undefined && now - device.addedAt < 120 * MINUTE ? device.addedAt : null,
          tags: state.tags.get(signedIn(state) ?? "")?.get(device.id) ?? [],
        })
        const tick = Math.floor(now / (30 * MINUTE))
        const strip = Array.from({ length: 48 }, (_, index) => tick - 47 + index).map((at) => {
          if (device.seenTicks.includes(at)) return "seen"
          const isReported = at >= (device.heardFrom ?? Infinity) && at <= Math.floor(device.addedAt / (30 * MINUTE))
          return isReported || state.devices.observedTicks.includes(at) ? "unseen" : "unobserved"
        })
        expect(card?.presence).toEqual(strip)
        expect(card?.pendingName?.before ?? null).toBe(
          lastAsked(state, "rename_device", "title", "did", device.id) !== undefined ? device.name : null,
        )
      }
  })

  test("[LAN-6][LAN-7] of a device of this network", () => {
    for (const { state } of looks) {
      for (const device of state.lan.devices.values()) {
        const { id, did, name, model, addr, cloudType, build, flags, isHid, isUsb, foundAt, toldAt } = device
        const view = lanDeviceAt(state, id)
        expect(view).toEqual({
          id,
          did,
          name,
          model,
          kind: addr === "" ? "usb" : "lan",
          known: isConnected(state) ? "now" : "last",
          address: addr === "" ? null : addr,
          mode: isHid ? "hid" : "usb",
          hasOneMode: Math.floor(flags / 65_536) % 2 === 1,
          isStreaming: isUsb,
          // A device on a cable has an address of this computer, which is not shown.
          showsAddress: addr !== "" && !(isUsb && /^(?:localhost|127\.|\[?::1)/.test(addr)),
          cloudType,
          build: build === 0 ? null : build,
          hasFirmware: Math.floor(flags / NO_FIRMWARE) % 2 === 0,
          hasSound: Math.floor(flags / (2 * NO_FIRMWARE)) % 2 === 0,
          hasBoundMac: Math.floor(flags / 4) % 2 === 1,
          foundAt,
          reportedAt: toldAt,
        })
        expect(lanViewOf(state, did)?.id).toBe(hereOf(state, did)?.id)
      }
      const { here, unread, odd, ids, own, doubled } = answered(state)
      const left = [...state.lan.left.values()].filter(({ id }) => {
        const update = state.firmware.updates.get(id)
        return update !== undefined && !update.isDismissed && update.stage !== "completed"
      })
      const all = [...state.lan.devices.values(), ...left]
      expect({ here, unread, odd }).toEqual({
        here: isConnected(state),
        unread: state.lan.unread,
        odd: state.lan.odd ?? [],
      })
      expect(texts(ids)).toEqual(texts(all.map(({ id }) => id)))
      const foundAt = ids.map((id) => all.find((one) => one.id === id)?.foundAt ?? 0)
      expect(foundAt).toEqual([...foundAt].sort((a, b) => b - a))
      const listed = new Set(bound(state).map(({ id }) => id))
      const unlisted = new Set(all.map(({ did }) => did).filter((did) => signedIn(state) === null || !listed.has(did)))
      const ownDids = own.map((id) => all.find((one) => one.id === id)?.did ?? id)
      expect(texts(ownDids)).toEqual(texts([...unlisted]))
      for (const did of new Set(all.map((one) => one.did))) {
        const from = [...state.lan.devices.values()].filter((one) => one.did === did && one.addr !== "")
        const addresses = new Set(from.flatMap(({ addr, others = [] }) => [addr, ...others]))
        const shown = doubled.find((one) => one.did === did)?.addresses ?? []
        expect(texts(shown)).toEqual(addresses.size > 1 ? texts([...addresses]) : [])
      }
    }
  })

  test("[FW-3][FW-8] of updates and campaigns", () => {
    for (const { state } of looks) {
      const { latest, image, updates, campaign } = state.firmware
      for (const device of new Set([...state.lan.devices.keys(), ...state.lan.left.keys(), ...updates.keys()])) {
        const found = updates.get(device)
        const update = found?.isDismissed === false ? found : undefined
        const near = state.lan.devices.get(device) ?? state.lan.left.get(device)
        const from = update === undefined ? (near?.build ?? 0) : update.from
        const to = update?.build ?? latest?.build ?? 0
        const isUnderWay = update !== undefined && update.stage !== "completed" && update.stage !== "error"
        const said = update?.stage === "completed" ? update.reported : null
        expect(firmwareView(state, device)).toMatchObject({
          device,
          name: near === undefined ? null : near.name || device,
          address: near?.addr ?? "",
          from: from === 0 ? null : from,
          to: to === 0 ? null : to,
          stage: update?.stage ?? "initial",
          percent: Math.trunc(update?.percent ?? 0),
          brokeAt: update?.brokeAt ?? null,
          failure: update?.failure ?? null,
          httpStatus: update?.httpStatus ?? null,
          isConfirmed: said === null ? null : said === update?.build,
          reported: update?.reported ?? null,
          image: image !== null && image.hash === latest?.hash ? image : null,
          mayClose: !isUnderWay,
        })
      }
      const view = campaignView(state)
      const running = [...updates.values()].filter(({ stage }) => stage !== "completed" && stage !== "error").length
      const able = [...state.lan.devices.keys()].filter((device) => cardFirmware(state, device).hasUpdate).length
      const over = (view?.rows ?? []).filter(({ status }) => status !== "waiting" && status !== "running").length
      expect(signOf(state)).toEqual(
        view !== null && view.ended === null
          ? { kind: "running", done: over, of: view.rows.length }
          : running > 0
            ? { kind: "running", done: 0, of: running }
            : { kind: "able", n: isConnected(state) ? able : 0 },
      )
      expect(view === null).toBe(campaign === null)
      if (view === null || campaign === null) continue
      const { id, build, limit, atOnce, isPaused, ended, startedAt, endedAt } = campaign
      expect(view).toMatchObject({ id, build, limit, atOnce, isPaused, ended, startedAt, endedAt })
      expect(view.isHere).toBe(isConnected(state))
      for (const [status, n] of Object.entries(view.count))
        expect(view.rows.filter((row) => row.status === status).length, status).toBe(n)
      const names = [...view.rows, ...view.left].map(({ name }) => name)
      for (const { name, apart } of [...view.rows, ...view.left])
        expect(apart !== null, name).toBe(names.filter((other) => other === name).length > 1)
    }
  })
})
