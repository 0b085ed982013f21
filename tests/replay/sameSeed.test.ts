import { once } from "node:events"
import { expect, onTestFinished, test } from "vitest"
import { foldFile } from "../../emulator/cli/log/folded.ts"
import { collectSent, lineOf, reissue } from "../../emulator/cli/log/reissue.ts"
import { worldOf } from "../../emulator/cli/log/world.ts"
import { createCloudServer } from "../../emulator/node/cloudServer.ts"
import { createEmulation } from "../../emulator/node/emulation.ts"
import { exported } from "./exports.ts"
import { openFolder, recorded } from "./recordedFile.ts"

/** An exported log is the scenario of its recorded session: with a seed it runs the same each time. */

const { file } = openFolder()

/**
 * The world of a recorded session at one event, with its actions sent again: the result of each, and the world
 * afterwards.
 */
const ranAgain = async (path: string, at: number, seed: number) => {
  const { snapshot, faults } = await worldOf(path, at, seed, 1_790_000_000_000)
  const emulation = createEmulation({ snapshot, offsetMs: 0 })
  for (const fault of faults) emulation.faults.add(fault)
  const server = createCloudServer(emulation, () => null)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const { receive, sent } = collectSent()
  const { state } = await foldFile(path, undefined, receive)
  const { same, unknown, differing } = await reissue(`http://127.0.0.1:${port}`, state, sent.values())
  const { random, devices, subAccounts, effects } = emulation.world().snapshot()
  return {
    begins: snapshot,
    came: { same, unknown, differing: differing.map(lineOf) },
    left: {
      random,
      names: devices.map(({ name }) => name),
      invited: subAccounts.map(({ code }) => code),
      effects: effects.length,
    },
  }
}

test("[EMU-7] a recorded session that is run again with the same seed begins, answers and ends the same, down to the codes", async () => {
  const { log, send, beginning } = recorded()
  log.do({ type: "SendInvitation", name: "Ann", email: "ann@example.com" })
  send("done")
  const path = file("again.ndjson", exported(log.log))
  const [first, second, other] = [
    await ranAgain(path, beginning, 7),
    await ranAgain(path, beginning, 7),
    await ranAgain(path, beginning, 8),
  ]
  expect(second).toEqual(first)
  expect(first.left.invited).toHaveLength(1)
  expect(other.came).toEqual(first.came)
  expect(other.left.names).toEqual(first.left.names)
  expect(other.left.invited).not.toEqual(first.left.invited)
})
