import { expect, test } from "vitest"
import { batches } from "../../emulator/simulator/imagined/batches.ts"
import { network } from "../../emulator/simulator/imagined/lan.ts"
import { lists } from "../../emulator/simulator/imagined/lists.ts"
import { searching } from "../../emulator/simulator/imagined/searches.ts"
import { sessions } from "../../emulator/simulator/imagined/sessions.ts"
import { hashOf, UpdateLaws } from "../../emulator/simulator/imagined/updateLaws.ts"
import { updates } from "../../emulator/simulator/imagined/updates.ts"
import { visitors } from "../../emulator/simulator/imagined/visitors.ts"
import { waking } from "../../emulator/simulator/imagined/wakes.ts"
import { initialState } from "../../src/domain/product/state.ts"
import { historyOf } from "./historyOf.ts"

const HISTORIES = 25

test.each([batches, lists, network, searching, sessions, updates, visitors, waking])(
  "[SIM-2] histories of $name alone keep its rules, the same ones again each time",
  (part) => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) expect(historyOf(part, seed)).not.toBe("")
    expect(historyOf(part, 1)).toBe(historyOf(part, 1))
  },
)

test("[SIM-2][FW-2] the rules of updates see a word that was forgotten, and one update beside another", () => {
  const build = 241_204_091_500
  const laws = new UpdateLaws()
  const learn = { type: "LearnLatestFirmware", build, hash: hashOf(build) } as const
  expect(() => laws.check(learn, [], initialState)).toThrow(`build ${build}`)
  laws.latest = { build, hash: hashOf(build) }
  laws.here.set("n1", { build: 0, isCable: false })
  const start = { type: "StartFirmwareUpdate", device: "n1" } as const
  expect(() => laws.check(start, [], initialState)).toThrow("n1 must begin")
  laws.last.set("n1", { update: "u1", from: 0, build, stage: "uploading", percent: 1, reported: null })
  expect(() => laws.check(start, [], initialState)).not.toThrow()
})
