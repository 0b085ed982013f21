import { createHash } from "node:crypto"
import type { CloudAnswer } from "../../emulator/model/cloud/cloud.ts"
import { DEMO_PASSWORD } from "../../emulator/model/scenario/scenario.ts"
import { createWorld, type FreshWorld, type WorldModel } from "../../emulator/model/world.ts"
import type { CallName } from "../../src/domain/wire/cloud.ts"

/** People who use the mock cloud in these tests, without a network in between. */

export const md5 = (text: string): string => createHash("md5").update(text).digest("hex")

/** A day in 2026, ms since 1970. */
export const START = Date.UTC(2026, 10, 20, 12)
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

export interface CloudWorld {
  readonly cloud: WorldModel
  now: number
  call(name: CallName, body: object): CloudAnswer
  signIn(email: string, password?: string): SignedInActor
  /** The newest code mailed to this address. */
  code(to: string): string
}

export interface SignedInActor {
  readonly uid: string
  readonly token: string
  call(name: CallName, input?: object): CloudAnswer
  /** Id of the own or shared device with this name. */
  device(name: string): string
  /** Id of the sub-account with this name. */
  sub(name: string): string
}

interface Named {
  readonly id: string
  readonly name: string
}

const isNamed = (value: unknown): value is Named =>
  typeof value === "object" && value !== null && "id" in value && "name" in value

export const namedIn = (list: unknown): readonly Named[] => (Array.isArray(list) ? list.filter(isNamed) : [])

const idIn = (list: unknown, name: string): string => {
  const found = namedIn(list).find((item) => item.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found.id
}

const textIn = (answer: CloudAnswer, field: string): string => {
  const value = answer.reply[field]
  if (typeof value !== "string") throw new Error(`status ${answer.status} without ${field}`)
  return value
}

export const tokenIn = (answer: CloudAnswer): string => textIn(answer, "token")

const person = (world: CloudWorld, uid: string, token: string): SignedInActor => {
  const call = (name: CallName, input: object = {}): CloudAnswer => world.call(name, { uid, token, ...input })
  return {
    uid,
    token,
    call,
    device: (name) => {
      const { devices, subdevices } = call("loginWithToken", { isWeb: true }).reply
      return idIn([...namedIn(devices), ...namedIn(subdevices)], name)
    },
    sub: (name) => idIn(call("get_subaccount_list").reply.accounts, name),
  }
}

export const openWorld = (options: Partial<FreshWorld> = {}): CloudWorld =>
  worldOf(createWorld({ seed: 1, scenario: "demo", now: START, md5, ...options }), START)

export const worldOf = (cloud: WorldModel, now: number): CloudWorld => {
  const world: CloudWorld = {
    cloud,
    now,
    call: (name, body) => cloud.handle(name, body, world.now),
    signIn: (email, password = DEMO_PASSWORD) => {
      const answer = world.call("signin", { email: md5(email), password: md5(password) })
      return person(world, textIn(answer, "uid"), tokenIn(answer))
    },
    code: (to) => cloud.mail(to)[0]?.code ?? "",
  }
  return world
}

/** A code that is certainly not this one. */
export const otherThan = (code: string): string => (code === "000000" ? "000001" : "000000")

/** A new, activated account, signed in. */
export const signUp = (world: CloudWorld, email: string, name = "Someone new"): SignedInActor => {
  const token = tokenIn(world.call("signup", { name, email, password: md5(DEMO_PASSWORD) }))
  world.call("verify_activation", { token, verificationcode: world.code(email) })
  return world.signIn(email)
}
