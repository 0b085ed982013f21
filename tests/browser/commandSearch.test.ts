import fc from "fast-check"
import { createInstance } from "i18next"
import { afterEach, expect, test, vi } from "vitest"
import english from "../../locales/en.json"
import { commandEntries, type Makings } from "../../src/app/commands/entries.ts"
import { isPaletteKey } from "../../src/app/commands/keyListener.ts"
import { isApple } from "../../src/app/commands/keys.ts"
import { piecesOf, scoreOf, wordsOf } from "../../src/app/commands/match.ts"
import { DEVICES_SHOWN_MAX, indexOf, search } from "../../src/app/commands/search.ts"
import { folded } from "../../src/domain/values/folded.ts"

/** Finding commands by typed words, and the key that opens the search. */

const nothing = () => undefined
const makings: Makings = {
  t: await createInstance().init({ lng: "en", resources: { en: { translation: english } } }),
  now: {
    path: "/devices",
    signedIn: true,
    online: true,
    refreshing: false,
    deviceCount: 1,
    scanTargets: [],
    secure: true,
    theme: "dark",
    language: "en",
  },
  doing: {
    go: nothing,
    goDevices: nothing,
    connect: nothing,
    refresh: nothing,
    scan: nothing,
    focusSearch: nothing,
    openOutbox: nothing,
    openDialog: nothing,
    chooseTheme: nothing,
    chooseLanguage: nothing,
    exportLog: nothing,
    logOut: nothing,
    showShortcuts: nothing,
  },
}

afterEach(() => {
  vi.restoreAllMocks()
})

test("[UX-3] marking loses no letter of a label, whatever is in it and whatever is searched for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (label, query) => {
      const pieces = piecesOf(label, wordsOf(query))
      expect(pieces.map(({ text }) => text).join("")).toBe(label)
    }),
  )
})

test("[UX-3] a part of a name finds it, whatever the case and the accents, and is what is marked", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zäéß ]*$/), fc.stringMatching(/^[a-zé]+$/), (around, word) => {
      const label = `${around} ${word.toUpperCase()}`
      const words = wordsOf(word)
      expect(scoreOf(folded(label), words)).toBeDefined()
      const marked = piecesOf(label, words).filter(({ isMatch }) => isMatch)
      expect(folded(marked.map(({ text }) => text).join(""))).toContain(folded(word))
    }),
  )
})

test("[DEVICE-12] of a name that is found without its separators all of the word is marked", () => {
  const markedIn = (label: string, word: string) =>
    piecesOf(label, wordsOf(word))
      .filter(({ isMatch }) => isMatch)
      .map(({ text }) => text)
  expect(markedIn("The Control room A", "controlroom")).toEqual(["Control room"])
  expect(markedIn("Édit-suite 2", "editsuite")).toEqual(["Édit-suite"])
  expect(markedIn("Control room A", "control")).toEqual(["Control"])
  expect(markedIn("Control room A", "control-room")).toEqual(["Control room"])
  expect(markedIn("Control room A", "-")).toEqual([])
})

test("[DEVICE-12] the palette finds a device whichever separators stand in its name and in what is typed", () => {
  const index = indexOf([{ did: "x", name: "Control room A" }])
  const open = (query: string) => search(wordsOf(query), [], index, [], makings).groups[0]?.entries[0]?.id
  for (const query of ["controlroom", "control-room-a", "open control_room"]) expect(open(query)).toBe("open:x")
  expect(open("-")).toBeUndefined()
})

test("[UX-3] a search is the same in every language of the system, and takes letters for those they are written as", () => {
  const { toLocaleLowerCase } = String.prototype
  vi.spyOn(String.prototype, "toLocaleLowerCase").mockImplementation(function (this: string) {
    return Reflect.apply(toLocaleLowerCase, this, ["tr"])
  })
  const ids = (query: string) =>
    search(wordsOf(query), commandEntries(makings), indexOf([{ did: "x", name: "Große Bühne" }]), [], makings)
      .groups.flatMap(({ entries }) => entries)
      .map(({ id }) => id)
  expect(ids("INVITATION")).toEqual(ids("invitation"))
  expect(ids("invitation")).toContain("invite")
  expect(ids("GROSSE BUHNE")).toContain("wake:x")
  expect("I".toLocaleLowerCase()).toBe("ı")
})

test("[UX-3] of ten thousand devices a few are shown, the best first, and it is said that there are more", () => {
  const devices = Array.from({ length: 10_000 }, (_, index) => ({ did: `d${index}`, name: `Camera ${index}` }))
  const index = indexOf([...devices, { did: "x", name: "Old camera" }, { did: "y", name: "9999 first" }])
  const all = search(wordsOf("camera"), [], index, [], makings)
  expect(all.groups.flatMap(({ entries }) => entries)).toHaveLength(5 * DEVICES_SHOWN_MAX)
  expect(all.hasMore).toBe(true)
  const one = search(wordsOf("9999"), [], index, [], makings)
  expect(one.hasMore).toBe(false)
  expect(one.groups[0]?.entries.map(({ id }) => id)).toEqual([
    ...["open:y", "connect:y", "wake:y", "rename:y", "reboot:y"],
    ...["open:d9999", "connect:d9999", "wake:d9999", "rename:d9999", "reboot:d9999"],
  ])
  expect(search(wordsOf("9999 nowhere"), [], index, [], makings).groups).toEqual([])
  // A device that is on no list offers only its page and a connection.
  const near = search(wordsOf("rack"), [], indexOf([{ did: "n", name: "Rack", nearId: "n1" }]), [], makings)
  expect(near.groups.flatMap(({ entries }) => entries).map(({ id }) => id)).toEqual(["open:n", "connect:n"])
})

test.each([
  ["QWERTY", "k", "KeyK", true],
  ["caps lock", "K", "KeyK", true],
  ["Colemak, its K", "k", "KeyN", true],
  ["Colemak, its E", "e", "KeyK", false],
  ["Russian", "л", "KeyK", true],
  ["Russian, another", "т", "KeyN", false],
])(
  "[UX-3] the palette opens by the letter K, and by its place only where that has no Latin letter: %s",
  (_, key, code, opens) => {
    const modifier = isApple() ? { metaKey: true } : { ctrlKey: true }
    expect(isPaletteKey(new KeyboardEvent("keydown", { key, code, ...modifier }))).toBe(opens)
    expect(isPaletteKey(new KeyboardEvent("keydown", { key, code }))).toBe(false)
  },
)
