import type {
  AppliedEffect,
  Bound,
  Bucket,
  CloudAccount,
  CloudFlow,
  CloudSession,
  CloudSubAccount,
  Mail,
} from "./cloud/state.ts"
import type { Flash } from "./devices/flash.ts"
import type { NewsListener } from "./devices/news.ts"
import type { EmulatedDevice } from "./devices/record.ts"
import type { LanHost } from "./lan/hosts.ts"

/** The world as one mutable object: the real devices and hosts, and the cloud with its records of them. */
export interface WorldState {
  readonly seed: number
  /** State of the random numbers, an unsigned 32-bit integer. */
  random: number
  /** Last numbers given to mails and effects. */
  mails: number
  applied: number
  readonly accounts: Map<string, CloudAccount>
  /** uid by normal e-mail and by its hash. */
  readonly uidByEmail: Map<string, string>
  readonly uidByHash: Map<string, string>
  readonly bound: Map<string, Bound>
  readonly subAccounts: Map<string, CloudSubAccount>
  /** In the order of last use. */
  readonly sessions: Map<string, CloudSession>
  readonly flows: Map<string, CloudFlow>
  mail: Mail[]
  effects: AppliedEffect[]
  /** Not saved: after a restart every account starts with full rate limits. */
  readonly buckets: Map<string, Bucket>
  /** True when a new token ends the token that asked for it. Not saved either. */
  rotating: boolean
  readonly devices: Map<string, EmulatedDevice>
  readonly hosts: Map<string, LanHost>
  /** Spare slots with a partial image, by did. Not saved: they are lost when the emulator ends. */
  readonly flash: Map<string, Flash>
  /** True when real sockets carry heartbeats and magic packets. Otherwise both arrive at once, without being sent. */
  attended: boolean
  tell: NewsListener
}

export const emptyState = (seed: number): WorldState => ({
  seed,
  random: seed >>> 0,
  mails: 0,
  applied: 0,
  accounts: new Map(),
  uidByEmail: new Map(),
  uidByHash: new Map(),
  bound: new Map(),
  subAccounts: new Map(),
  sessions: new Map(),
  flows: new Map(),
  mail: [],
  effects: [],
  buckets: new Map(),
  rotating: false,
  devices: new Map(),
  hosts: new Map(),
  flash: new Map(),
  attended: false,
  tell: () => {},
})
