import { expect, test, vi } from "vitest"
import { hasEnvelope } from "../../src/domain/log/upcasting.ts"
import { registry } from "../../src/domain/product/events.ts"
import { eventsOf, goldenFiles } from "./golden.ts"

const ODD: readonly unknown[] = [null, true, -1, 1.5, "", "odd", [], ["odd"], {}, { odd: 1 }]

/** A recorded payload, the same with an extra field, and with each field missing or wrong. */
const variantsOf = (payload: unknown): readonly unknown[] => {
  if (typeof payload !== "object" || payload === null) return [payload]
  const entries = Object.entries(payload)
  return [
    payload,
    { ...payload, more: 1 },
    ...ODD,
    ...entries.map((gone) => Object.fromEntries(entries.filter((entry) => entry !== gone))),
    ...entries.flatMap(([key]) => ODD.map((odd) => ({ ...payload, [key]: odd }))),
  ]
}

/**
 * The first event of each type and version in each golden log, unchanged. Damaged variants are made for the first event
 * of all logs with the same fields.
 */
const seen = new Set<string>()
const events = goldenFiles().flatMap((file) => {
  const first = new Map(eventsOf(file).map((event) => [`${event.type} ${event.v}`, event]))
  return [...first.values()].filter(hasEnvelope).flatMap((event) => {
    const shape = JSON.stringify([event.type, event.v, Object.keys(Object(event.payload)).sort()])
    const variants = seen.has(shape) ? [event.payload] : variantsOf(event.payload)
    seen.add(shape)
    return variants.map((payload) => ({ ...event, payload }))
  })
})

const readBy = ({ read }: typeof registry): readonly string[] =>
  events.map((event) => {
    const found = read(event)
    if (found.ok) return JSON.stringify(found.value)
    return `${event.type}: ${found.reason.kind === "malformed" ? found.reason.problem : "newer"}`
  })

test("[EVENT-3][REPLAY-1] the replayer's compiled schemas read each event, whole or damaged, as the app's schemas do", async () => {
  const asInApp = readBy(registry)
  expect(asInApp.filter((read) => read.startsWith("{")).length).toBeGreaterThan(100)
  expect(asInApp.filter((read) => read.endsWith(": payload")).length).toBeGreaterThan(100)
  vi.resetModules()
  await import("effect/schema/SchemaJITCompiler/enable")
  const { registry: compiled } = await import("../../src/domain/product/events.ts")
  expect(compiled).not.toBe(registry)
  expect(readBy(compiled)).toEqual(asInApp)
})
