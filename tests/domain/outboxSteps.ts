import * as fc from "fast-check"
import { DEVICES, type Fate, type OutboxWorld } from "./outboxWorld.ts"

/** Events of an outbox, as steps of a random walk. */

export type OutboxStep = (world: OutboxWorld) => void

const nth = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)]
const did = fc.constantFrom(...DEVICES)
const fates: readonly Fate[] = ["done", "done", "refused", "tooOften", "session", "lostReply", "lostRequest", "timeout"]

const named = (title: string, step: OutboxStep) => Object.assign(step, { toString: () => title })
const onAction = (type: "CancelAction" | "HurryAction" | "DismissAction" | "ConfirmAction", n: number) =>
  named(`${type} ${n}`, (world) => {
    const action = nth(world.actions, n)
    if (action !== undefined) world.do({ type, action: action.id })
  })

/** Steps whose claims hold for any clock and any operations of a person. */
export const safeSteps: readonly fc.Arbitrary<OutboxStep>[] = [
  fc
    .tuple(did, fc.constantFrom("A", "B", "C", "D"))
    .map(([device, name]) =>
      named(`rename ${device} ${name}`, (world) => void world.do({ type: "RenameDevice", did: device, name })),
    ),
  did.map((device) => named(`reboot ${device}`, (world) => void world.do({ type: "RebootDevice", did: device }))),
  fc.constant(named("send", (world) => void world.send())),
  fc.tuple(fc.nat(5), fc.constantFrom(...fates), fc.integer({ min: 0, max: 99 })).map(([n, fate, jitter]) =>
    named(`land ${n} ${fate} ${jitter}`, (world) => {
      const flight = nth(world.flights, n)
      if (flight !== undefined) world.land(flight, fate, jitter / 100)
    }),
  ),
  fc.integer({ min: 1, max: 90_000 }).map((ms) => named(`pass ${ms}`, (world) => world.pass(ms))),
  fc.constant(named("read", (world) => world.read())),
  fc.constant(named("crash", (world) => world.crash())),
  fc.constant(named("expire", (world) => void world.do({ type: "ExpireActions", epoch: world.epoch }))),
  fc
    .constantFrom("online", "offline")
    .map((status) => named(status, (world) => void world.do({ type: "ReportConnection", status }))),
  fc.constant(named("sign out", (world) => world.signOut())),
  fc.constantFrom("u1", "u1", "u2").map((uid) => named(`sign in ${uid}`, (world) => world.signIn(uid))),
  fc.nat(9).map((n) => onAction("HurryAction", n)),
  fc.nat(9).map((n) => onAction("DismissAction", n)),
  fc.constant(named("dismiss settled", (world) => void world.do({ type: "DismissSettled" }))),
]
export const unsafeSteps: readonly fc.Arbitrary<OutboxStep>[] = [
  fc.nat(9).map((n) => onAction("CancelAction", n)),
  fc.nat(9).map((n) => onAction("ConfirmAction", n)),
  fc.integer({ min: -600_000, max: 600_000 }).map((ms) => named(`clock ${ms}`, (world) => world.set(ms))),
]
export const steps = (kinds: readonly fc.Arbitrary<OutboxStep>[]) =>
  fc.array(fc.oneof(...kinds), { maxLength: 40, size: "max" })
