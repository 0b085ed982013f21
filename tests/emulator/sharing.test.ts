import fc from "fast-check"
import { expect, test } from "vitest"
import { SHARING_MIN_BUILD } from "../../src/domain/values/limits.ts"
import { type CloudWorld, namedIn, openWorld, type SignedInActor, signUp } from "./actors.ts"

const OWNER = "owner@example.com"
const invitation = (email: string) => ({
  email,
  name: "Guest",
  invitedBy: "Studio Nord",
  link: "http://127.0.0.1:4174/invitation",
})

const statusOf = (world: CloudWorld, owner: SignedInActor, id: string): number | undefined =>
  world.cloud
    .view(world.now)
    .accounts.find(({ uid }) => uid === owner.uid)
    ?.subAccounts.find((sub) => sub.id === id)?.status

/** The transitions of SUB-3, with "gone" for an entry that is not listed. */
const edges = new Set(["0>1", "1>2", "2>3", "3>2", "0>gone", "1>gone", "2>gone", "3>gone"])

type Step = { readonly kind: "state"; readonly state: number } | { readonly kind: "accept" | "disconnect" | "invite" }
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("state" as const), state: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constantFrom("accept" as const, "disconnect" as const, "invite" as const) }),
)

test("[EMU-2] whatever is sent, a sub-account goes along the allowed edges only", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), (steps) => {
      const world = openWorld()
      const owner = world.signIn(OWNER)
      const guest = signUp(world, "guest@example.com")
      const code = owner.call("send_invitation", invitation("guest@example.com")).reply.code
      const id = owner.sub("Guest")
      const take = (step: Step) => {
        if (step.kind === "state") return owner.call("update_subaccount_state", { accountId: id, state: step.state })
        if (step.kind === "accept") return guest.call("accept_invitation", { invitationCode: code })
        if (step.kind === "disconnect") return guest.call("disconnect_main_account", { accountId: owner.uid })
        return owner.call("send_invitation", invitation("guest@example.com"))
      }
      for (const step of steps) {
        const before = statusOf(world, owner, id)
        const answer = take(step)
        const after = statusOf(world, owner, id)
        if (before === undefined) {
          expect(after).toBeUndefined()
          if (step.kind === "state") expect(answer.status).toBe(-120)
        } else if (after !== before) {
          expect(edges).toContain(`${before}>${after ?? "gone"}`)
          expect(answer.status).toBe(0)
        }
      }
    }),
  )
})

test("[EMU-2] from invitation to removal, both sides see the same", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const guest = signUp(world, "guest@example.com")
  const mains = () => namedIn(guest.call("get_main_accounts").reply.result).map(({ name }) => name)
  const shared = () => namedIn(guest.call("loginWithToken", { isWeb: true }).reply.subdevices).map(({ name }) => name)

  const { code } = owner.call("send_invitation", invitation("guest@example.com")).reply
  expect(world.code("guest@example.com")).toBe(code)
  expect(guest.call("accept_invitation", { invitationCode: code }).status).toBe(0)
  expect(mains()).toEqual([])

  const id = owner.sub("Guest")
  const state = (wanted: number) => owner.call("update_subaccount_state", { accountId: id, state: wanted }).status
  const assign = (isAdd: boolean) =>
    owner.call("modify_subdevice", { accountId: id, deviceId: owner.device("Control room A"), isAdd }).status
  expect(assign(true)).toBe(-121)
  expect(state(2)).toBe(0)
  expect(mains()).toEqual(["Studio Nord"])
  expect([assign(true), assign(true)]).toEqual([0, 0])
  expect(shared()).toEqual(["Control room A"])

  expect(state(3)).toBe(0)
  expect([shared(), mains()]).toEqual([[], ["Studio Nord"]])
  expect(state(2)).toBe(0)
  expect(assign(false)).toBe(0)
  expect(shared()).toEqual([])
  expect(state(4)).toBe(0)
  expect([mains(), state(4)]).toEqual([[], -120])
})

test("[EMU-2] a state sent again after a lost reply is no error", () => {
  const owner = openWorld().signIn(OWNER)
  const accountId = owner.sub("Mira Sato")
  const state = (wanted: number) => owner.call("update_subaccount_state", { accountId, state: wanted }).status
  expect([state(2), state(2), state(3), state(3)]).toEqual([0, 0, 0, 0])
})

test("[EMU-2] an invitation that arrives twice is one entry with one code", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const before = world.cloud.view(world.now).accounts[0]?.subAccounts.length ?? 0
  const [first, second] = [1, 2].map(() => owner.call("send_invitation", invitation("guest@example.com")).reply.code)
  expect(second).toBe(first)
  expect(world.cloud.view(world.now).accounts[0]?.subAccounts.length).toBe(before + 1)
})

test("[EMU-2] a build exactly at the threshold can be shared, one below cannot", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const status = (build: number) => {
    const [deviceId] = world.cloud.addDevices({ count: 1, kind: "cloud", build }, world.now)
    return owner.call("modify_subdevice", { accountId: owner.sub("Ines Duarte"), deviceId, isAdd: true }).status
  }
  expect([status(SHARING_MIN_BUILD), status(SHARING_MIN_BUILD - 1)]).toEqual([0, -122])
})

test("[EMU-2] a sub-account reaches shared devices and no others", () => {
  const world = openWorld()
  const [owner, sub] = [world.signIn(OWNER), world.signIn("sub@example.com")]
  const reboot = (name: string) => sub.call("request_device", { did: owner.device(name), cmd: "reboot" }).status
  expect([reboot("Control room A"), reboot("Workshop bench")]).toEqual([0, -120])
})

test("[EMU-2] the journal of effects counts how often each intent was applied", () => {
  const world = openWorld()
  const owner = world.signIn(OWNER)
  const did = owner.device("Control room A")
  owner.call("rename_device", { did, title: "One" })
  owner.call("rename_device", { did, title: "" })
  owner.call("rename_device", { did, title: "Two" })
  owner.call("request_device", { did, cmd: "reboot" })
  const effects = world.cloud.effects().map(({ call, target, value }) => [call, target, value])
  expect(effects).toEqual([
    ["rename_device", did, "One"],
    ["rename_device", did, "Two"],
    ["request_device", did, "reboot"],
  ])
  expect(world.cloud.effects(2)).toHaveLength(1)
})
