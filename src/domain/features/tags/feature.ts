import * as Schema from "effect/Schema"
import { ownChoice } from "../../event/command.ts"
import type { Draft } from "../../event/draft.ts"
import type { Envelope, EventOf } from "../../event/event.ts"
import { defineFeature } from "../../event/feature.ts"
import { folded } from "../../values/folded.ts"
import type { AccountKey } from "../../values/identity.ts"
import { TAGGED_DEVICES_MAX, TAGS_PER_DEVICE_MAX } from "../../values/limits.ts"
import { invalid, type Parsed, valid } from "../../values/parsed.ts"
import { type InvalidTag, parseTag } from "../../values/tag.ts"
import { AccountKeySchema } from "../../wire/brands.ts"

/** One event for one tag on many devices. `account` is null when no account was signed in. */
const Tagging = Schema.Struct({
  account: Schema.NullOr(AccountKeySchema),
  dids: Schema.Array(Schema.String),
  tag: Schema.String,
})

/** Tags that a person puts on devices (DEVICE-12). They stay in this browser and are sent to no server. */
const tagEvents = {
  DevicesTagged: { v: 1, origin: "person", sign: ["info", "off"], payload: Tagging, texts: { tag: "name" } },
  DevicesUntagged: { v: 1, origin: "person", sign: ["info", "off"], payload: Tagging },
} as const
export type TagEvent = EventOf<typeof tagEvents>

/** The tags of each device, oldest first. A device that leaves the list keeps them, because it may come back. */
export type DeviceTags = ReadonlyMap<string, readonly string[]>
/** By account; the tags of a guest are under the empty key. No account sees the tags of another. */
export type TagsState = ReadonlyMap<AccountKey | "", DeviceTags>
const initialTags: TagsState = new Map()

const NO_TAGS: DeviceTags = new Map()
const NONE: readonly string[] = []

export const tagsOf = (state: TagsState, account: AccountKey | null): DeviceTags => state.get(account ?? "") ?? NO_TAGS

export const tagsOn = (tags: DeviceTags, did: string): readonly string[] => tags.get(did) ?? NONE

export interface TagsCommand {
  readonly type: "TagDevices" | "UntagDevices"
  readonly dids: readonly string[]
  /** As typed. */
  readonly tag: string
}

/** `tooManyTags`: a device or the account is at its limit. `unknownDevice`: a device belongs to another person. */
export type TagsRejection = InvalidTag | "tooManyTags" | "unknownDevice"

const evolveTags = (
  state: TagsState,
  { type, payload: { account, dids, tag } }: TagEvent & Envelope,
  draft: Draft,
): TagsState => {
  const next = draft.edit(state)
  const tags = draft.edit(tagsOf(state, account))
  for (const did of dids) {
    const others = tagsOn(tags, did).filter((known) => known !== tag)
    if (type === "DevicesTagged") tags.set(did, [...others, tag])
    else if (others.length > 0) tags.set(did, others)
    else tags.delete(did)
  }
  if (tags.size > 0) next.set(account ?? "", tags)
  else next.delete(account ?? "")
  return next
}

const decideTags = (
  { type, dids, tag }: TagsCommand,
  state: TagsState,
  account: AccountKey | null,
  isOwn: (did: string) => boolean,
): Parsed<readonly TagEvent[], TagsRejection> => {
  const parsed = parseTag(tag)
  if (!parsed.ok) return parsed
  const tags = tagsOf(state, account)
  const word = knownSpelling(tags, parsed.value)
  const asked = [...new Set(dids)]
  const isTagging = type === "TagDevices"
  // A tag can be removed from a device that has left the list, but not put on it.
  if (isTagging && !asked.every(isOwn)) return invalid("unknownDevice")
  const changed = asked.filter((did) => tagsOn(tags, did).includes(word) !== isTagging)
  if (changed.length === 0) return valid([])
  const payload = { account, dids: changed, tag: word }
  if (!isTagging) return valid([{ type: "DevicesUntagged", payload }])
  if (changed.some((did) => tagsOn(tags, did).length >= TAGS_PER_DEVICE_MAX)) return invalid("tooManyTags")
  const fresh = changed.filter((did) => !tags.has(did)).length
  if (tags.size + fresh > TAGGED_DEVICES_MAX) return invalid("tooManyTags")
  return valid([{ type: "DevicesTagged", payload }])
}

/** Uses the known spelling: "studio" on a device joins those that are tagged "Studio". */
const knownSpelling = (tags: DeviceTags, word: string): string => {
  const wanted = folded(word)
  for (const words of tags.values()) for (const known of words) if (folded(known) === wanted) return known
  return word
}

interface Around {
  readonly account: AccountKey | null
  readonly isOwnDevice: (did: string) => boolean
}

export const tags = defineFeature({
  key: "tags",
  initial: initialTags,
  events: tagEvents,
  evolve: evolveTags,
  commands: { TagDevices: ownChoice, UntagDevices: ownChoice },
  decide: (command: TagsCommand, state, _stamp, { account, isOwnDevice }: Around) =>
    decideTags(command, state, account, isOwnDevice),
})
