import * as Schema from "effect/Schema"
import { type CallName, DeviceItem, MainAccountItem, NamedDeviceItem, SubAccountItem, type Unread } from "./cloud.ts"
import { type Decode, isFields, listIn, noList, problemOf, type ReadList, readItems, readRepaired } from "./items.ts"

/** What can be read of an answer that cannot be read as a whole. */

type Fields = Readonly<Record<string, unknown>>

const device = Schema.decodeUnknownResult(DeviceItem)

/** The lists that an answer holds. */
const lists: Partial<Record<CallName, Readonly<Record<string, Decode>>>> = {
  loginWithToken: { devices: device, subdevices: device },
  get_subaccount_list: {
    devices: Schema.decodeUnknownResult(NamedDeviceItem),
    accounts: Schema.decodeUnknownResult(SubAccountItem),
  },
  get_main_accounts: { result: Schema.decodeUnknownResult(MainAccountItem) },
}

/**
 * The fields without the items of their lists, and the fields that may be missing, that cannot be read. A list that is
 * none is an empty one, as long as another list of the answer is one. Null where that does not help.
 */
export const readParts = (
  name: CallName,
  body: Fields,
  decode: Decode,
): { readonly fields: Fields; readonly unread: Unread | undefined } | null => {
  const read = new Map<string, ReadList>()
  for (const [field, item] of Object.entries(lists[name] ?? {})) {
    const values = Object.hasOwn(body, field) ? listIn(body[field]) : undefined
    read.set(field, values === undefined ? noList : readItems(item, values))
  }
  if (read.size === 0 || [...read.values()].every((list) => list === noList)) return null
  const repaired = readRepaired(decode, { ...body, ...mapped(read, ({ items }) => items) })
  if (repaired.read === undefined || !isFields(repaired.read.value)) return null
  const paths = [...read].flatMap(([field, list]) => list.paths.map((path) => [field, ...path]))
  if (repaired.path !== undefined) paths.push([...repaired.path.map(String)])
  const odd = [...read].filter(([, { leftOut }]) => leftOut.count > 0)
  const unreadLists = mapped(new Map(odd), ({ leftOut }) => leftOut)
  return {
    fields: repaired.read.value,
    unread: paths.length === 0 ? undefined : { lists: unreadLists, problem: problemOf(name, paths) },
  }
}

const mapped = <A, B>(entries: ReadonlyMap<string, A>, to: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries([...entries].map(([key, value]) => [key, to(value)]))
