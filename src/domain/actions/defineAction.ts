import { type AnyCommand, order } from "../event/command.ts"
import { normalEmail } from "../values/email.ts"
import { isSameName } from "../values/name.ts"
import type { Listing, SubAccountFields } from "./accountView.ts"
import type { ActionDefinition, ActionSpec, AnyIntent, IntentChanges, SeenIntent } from "./definition.ts"

/**
 * Defines one kind of queued action (see `definitions/`). Defaults follow from `changes`: a list shows that an intent
 * took effect when the intent would no longer change it.
 */
export const defineAction = <const Command extends AnyCommand, Intent extends AnyIntent, const Key extends string>(
  spec: ActionSpec<Command, Intent, Key>,
): ActionSpec<Command, Intent, Key> & typeof order & { readonly definition: ActionDefinition<Key> } => {
  const { changes } = spec
  const asks = (command: AnyCommand): command is Command => command.type === spec.command
  /** The table finds a definition by `is`, so the intent is always of this kind. */
  const own = <Result>(intent: AnyIntent, use: (own: Intent) => Result): Result => {
    if (!spec.is(intent)) throw new TypeError(`${spec.command} does not define ${intent.call}`)
    return use(intent)
  }
  const shownBy = (intent: Intent, listing: Listing, claimedSeq: number): boolean | null => {
    if (listing.read !== spec.confirmedBy) return null
    const { input } = intent
    return spec.shownBy === undefined ? showsChange(spec, input, listing) : spec.shownBy(input, listing, claimedSeq)
  }
  return {
    ...order,
    ...spec,
    definition: {
      command: spec.command,
      channel: spec.channel,
      call: spec.call,
      delivery: spec.delivery,
      isDeviceCommand: spec.isDeviceCommand ?? false,
      confirmedBy: spec.confirmedBy,
      alsoChanges: spec.alsoChanges ?? null,
      needsList: spec.needsList ?? null,
      givesSecret: spec.givesSecret ?? false,
      messages: spec.messages,
      personal: spec.personal,
      removesMainAccount: changes.mainAccount === "removed",
      is: spec.is,
      ask: (command, view) => {
        if (!asks(command)) throw new TypeError(`${spec.command} does not decide ${command.type}`)
        return spec.ask(command, view)
      },
      about: (intent) => own(intent, ({ input }) => spec.about(input)),
      target: (intent) => own(intent, ({ call, input }) => [call, ...spec.target(input)].join(" ")),
      followsStatus: (intent) => own(intent, ({ input }) => spec.followsStatus?.(input) ?? null),
      deviceName: (intent) => own(intent, ({ input }) => changes.deviceName?.(input) ?? null),
      ownName: (intent) => own(intent, ({ input }) => changes.ownName?.(input) ?? null),
      subAccount: (sub, intent) =>
        own(intent, ({ input }) => changes.subAccount?.(sub, input) ?? removed(sub, changes)),
      shownBy: (intent, listing, claimedSeq) => own(intent, (known) => shownBy(known, listing, claimedSeq)),
      shownInstead: (intent, listing) => own(intent, (known) => spec.restoring?.shown(known, listing) ?? null),
      restore: (intent) => own(intent, (known) => spec.restoring?.command(known) ?? null),
      value: (intent) => own(intent, (known) => spec.restoring?.value(known) ?? null),
      send: (intent, credentials, call) => own(intent, ({ input }) => spec.send(input, credentials, call)),
      words: ({ intent, ...seen }) =>
        own(intent, (known): ReturnType<typeof spec.words> => spec.words(seenAs(known, seen))),
    },
  }
}

const seenAs = <Intent>(intent: Intent, seen: Omit<SeenIntent<AnyIntent>, "intent">): SeenIntent<Intent> => ({
  ...seen,
  intent,
})

/** The sub-account after the change: null for a removal. An action without `changes.subAccount` leaves it as it is. */
const removed = <Sub>(sub: Sub, { subAccount }: Pick<IntentChanges<never>, "subAccount">): Sub | null =>
  subAccount === undefined ? sub : null

const showsChange = <Intent extends AnyIntent>(
  { about, changes }: Pick<ActionSpec<AnyCommand, Intent, string>, "about" | "changes">,
  input: Intent["input"],
  listing: Listing,
): boolean | null => {
  const subject = about(input)
  switch (listing.read) {
    case "devices": {
      if (subject.kind === "ownAccount")
        return listing.ownName === undefined ? null : isSameName(listing.ownName, changes.ownName?.(input))
      const device = subject.kind === "device" ? listing.devices.get(subject.id) : undefined
      return device === undefined ? null : isSameName(device.name, changes.deviceName?.(input))
    }
    case "subAccounts": {
      if (subject.kind !== "subAccount") return null
      const sub = listing.subAccounts.get(subject.id)
      if (sub === undefined) return changes.subAccount?.(BLANK, input) === null ? true : null
      const wanted = changes.subAccount?.(sub, input) ?? null
      return wanted !== null && isSame(wanted, sub)
    }
    case "mainAccounts":
      return subject.kind === "mainAccount" ? !listing.mainAccounts.has(subject.id) : null
  }
}

const BLANK: SubAccountFields = { name: "", email: "", status: 0, devices: [] }

/** Compares as servers may store them: names composed or decomposed, addresses in lower case. */
const isSame = (a: SubAccountFields, b: SubAccountFields): boolean =>
  isSameName(a.name, b.name) &&
  normalEmail(a.email) === normalEmail(b.email) &&
  a.status === b.status &&
  new Set(a.devices).size === new Set(b.devices).size &&
  a.devices.every((id) => b.devices.includes(id))
