import { expect, onTestFinished, test } from "vitest"
import { createLanDevices } from "../../bridge/lan/lanDevices.ts"
import { openQuestions } from "../../bridge/lan/questions.ts"
import type { Datagram } from "../../src/domain/wire/device/discovery.ts"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { announced } from "./announced.ts"

/** Sends the probes of a flood at once: these tests do not check their rate, which would be the slowest part. */
const BURST = 40_000
/** Timeout for a flood on a busy machine. */
const FLOOD_MS = 30_000

type Answer = (datagram: Datagram, from: Endpoint) => void

const PORT = 36_459
const BROADCAST: Endpoint = { address: "192.168.1.255", port: PORT }
const at = (address: string, port = PORT): Endpoint => ({ address, port })

/** A network without sockets: the test handles each probe. */
const onNetwork = async (probed: (nonce: string, to: Endpoint, answer: Answer) => void) => {
  const lanDevices = createLanDevices()
  const questions = await openQuestions(
    lanDevices,
    async (answer) => ({
      send: (datagram, to) => {
        if (datagram.type === "probe") queueMicrotask(() => probed(datagram.nonce, to, answer))
      },
      sweep: () => {},
      isHeldUp: () => false,
      sendBytes: () => {},
      port: 1,
      close: () => {},
    }),
    BURST,
  )
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const names = (): readonly string[] => [...lanDevices.all()].map(({ item }) => item.name).sort()
  return { questions, lanDevices, names, signal: ending.signal }
}

const isAt = (a: Endpoint, b: Endpoint): boolean => a.address === b.address && a.port === b.port

/** Devices, each at its address, that answer a broadcast and a direct probe. */
const devicesAnswer = (count: number): Parameters<typeof onNetwork>[0] => {
  const devices = Array.from({ length: count }, (_, index) => at(`192.168.1.${index + 1}`))
  return (nonce, to, answer) => {
    devices.forEach((device, index) => {
      if (isAt(to, device) || isAt(to, BROADCAST))
        answer({ type: "announce", nonce, device: announced(`real-${index}`, `Real ${index}`) }, device)
    })
  }
}

test("[LAN-6] devices that answer a broadcast are found, by a probe sent to each", async () => {
  const { questions, names, signal } = await onNetwork(devicesAnswer(40))
  await questions.open().probeAll([BROADCAST], signal)
  await expect.poll(names).toHaveLength(40)
})

test(
  "[LAN-6] 20,000 forged announces with senders that are not there bring nothing, and shut no device out",
  async () => {
    const real = devicesAnswer(40)
    const { questions, names, signal } = await onNetwork((nonce, to, answer) => {
      if (isAt(to, BROADCAST))
        for (let forged = 0; forged < 20_000; forged += 1)
          answer(
            { type: "announce", nonce, device: announced(`forged-${forged}`, "Forged") },
            at(`192.168.${2 + (forged >> 8)}.${forged & 255}`),
          )
      real(nonce, to, answer)
    })
    // A device may push another one out of the full set, by chance. A later question finds that one.
    const ask = async () => {
      if (names().length < 40) await questions.open().probeAll([BROADCAST], signal)
      return names()
    }
    await expect.poll(ask, { timeout: FLOOD_MS, interval: 1_000 }).toHaveLength(40)
    expect(names()).not.toContain("Forged")
  },
  2 * FLOOD_MS,
)

test.each([
  ["one port", () => PORT],
  ["a port each", (forged: number) => 1_024 + forged],
])(
  "[LAN-6] 20,000 forged announces of one sender that is there, from %s, shut no device out",
  async (_, portOf) => {
    const real = devicesAnswer(40)
    const { questions, names, signal } = await onNetwork((nonce, to, answer) => {
      const flood = isAt(to, BROADCAST) ? 20_000 : to.address === "192.168.1.66" ? 100 : 0
      for (let forged = 0; forged < flood; forged += 1)
        answer(
          { type: "announce", nonce, device: announced(`forged-${to.port}-${forged}`, "Forged") },
          isAt(to, BROADCAST) ? at("192.168.1.66", portOf(forged)) : to,
        )
      real(nonce, to, answer)
    })
    await questions.open().probeAll([BROADCAST], signal)
    await expect.poll(() => names().filter((name) => name !== "Forged"), { timeout: FLOOD_MS }).toHaveLength(40)
    expect(names().length).toBeLessThanOrEqual(40 + 64)
  },
  2 * FLOOD_MS,
)

test("[LAN-6] who answers a probe that was sent to another is asked itself before it counts", async () => {
  const asked: string[] = []
  const { questions, names } = await onNetwork((nonce, to, answer) => {
    asked.push(to.address)
    if (to.address === "192.168.1.1")
      answer({ type: "announce", nonce, device: announced("d", "D") }, at("192.168.1.2"))
    if (to.address === "192.168.1.2") answer({ type: "announce", nonce, device: announced("d", "D") }, to)
  })
  questions.open().probe(at("192.168.1.1"))
  await expect.poll(names).toEqual(["D"])
  expect(asked).toEqual(["192.168.1.1", "192.168.1.2"])
})

test("[LAN-6] two units with one id that answer a broadcast are both named", async () => {
  const units = [at("192.168.1.7"), at("192.168.1.9")]
  const { questions, lanDevices, signal } = await onNetwork((nonce, to, answer) => {
    for (const unit of units)
      if (isAt(to, unit) || isAt(to, BROADCAST))
        answer({ type: "announce", nonce, device: announced("one", `Unit at ${unit.address}`) }, unit)
  })
  const item = () => lanDevices.get("one")?.item
  await questions.open().probeAll([BROADCAST], signal)
  await expect.poll(() => item()?.addr).toBeDefined()
  await questions.open().probeAll([BROADCAST], signal)
  await expect.poll(() => [item()?.addr, ...(item()?.others ?? [])].sort()).toEqual(["192.168.1.7", "192.168.1.9"])
})
