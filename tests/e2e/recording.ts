import { readFileSync } from "node:fs"
import type { Frame, Page } from "playwright"
import { expect } from "vitest"
import { button, dialog, field, link } from "./screen.ts"
import type { TestStack } from "./stack.ts"

/** A faulty session, recorded step by step: the screen, and the last event at that time. */

export interface RecordedPoint {
  readonly name: string
  /** The last event of the log. */
  readonly seq: number
  /** The screen as assistive technology announces it. */
  readonly announced: string
  /** PNG. */
  readonly seen: Buffer
}

/** The window of the recording, which is the size of a replay's frame. */
export const WINDOW = { width: 1440, height: 880 } as const

/** Step of the page's clock between two steps of the session, ms: longer than any toast lives. */
const STEP_MS = 5_000

interface Texts {
  readonly common: {
    readonly toast: { readonly region: string }
    readonly action: Readonly<Record<"rename" | "save" | "dismiss" | "sendInvitation", string>>
    readonly theme: Readonly<Record<"toLight" | "toDark", string>>
  }
  readonly layout: Readonly<Record<"settings" | "devices" | "account" | "helpCenter", string>> & {
    readonly connection: { readonly offline: string }
    readonly outbox: { readonly title: string; readonly close: string }
  }
  readonly devices: { readonly card: { readonly actions: string } }
  readonly dialog: {
    readonly rename: { readonly label: string }
  }
}

const textsOf = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}.json`, import.meta.url), "utf8"))

/** Runs in the page: the number of the last event in its log. */
const lastSeq = async (): Promise<number> => {
  const asked = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  /* Opening a missing database would create it. */
  if (!(await indexedDB.databases()).some(({ name }) => name === "sightline")) return 0
  const database = await asked(indexedDB.open("sightline"))
  const cursor = await asked(database.transaction("events").objectStore("events").openKeyCursor(null, "prev"))
  database.close()
  return typeof cursor?.key === "number" ? cursor.key : 0
}

/** Live announcements in the regions of the app and its library, which are beside the screen. */
const PASSING = /^- (?:log|status)\b.*\n?/gm
const TIME = /\d{1,2}:\d{2}(?::\d{2})?/g
/** A screen shows ages up to half a minute late, and a live screen knows the last reading more exactly. */
const AGE = /\d+ sec ago|\b[Nn]ow\b|\d+ min ago|الآن|قبل (?:\d+ )?(?:ثانية|ثوانٍ|ثانيتين|دقيقة)(?: واحدة)?/g

/** The screen as assistive technology announces it, without ages. */
export const hear = async (page: Page | Frame): Promise<string> =>
  (await page.locator("body").ariaSnapshot()).replaceAll(PASSING, "").replaceAll(TIME, "TIME").replaceAll(AGE, "AGE")

/** Records a page once nothing has changed for two checks, so that log and screen match. */
const look = async (page: Page, name: string): Promise<RecordedPoint> => {
  for (;;) {
    const [seq, announced] = [await page.evaluate(lastSeq), await hear(page)]
    const seen = await page.screenshot({ animations: "disabled" })
    if (seq > 0 && seq === (await page.evaluate(lastSeq)) && announced === (await hear(page)))
      return { name, seq, announced, seen }
  }
}

/** The devices of a session, by name, and its theme. */
export interface Played {
  readonly refused: string
  readonly waiting: string
  readonly renamed: string
  readonly theme: "toLight" | "toDark"
}

/** Records after each step, on a clock that is stopped between steps. */
export class SessionRecording {
  readonly points: RecordedPoint[] = []
  readonly #page: Page
  readonly #stack: TestStack
  #now = Date.now()
  #texts = textsOf("en")

  constructor(page: Page, stack: TestStack) {
    this.#page = page
    this.#stack = stack
  }

  async step(name: string, act: () => Promise<unknown>): Promise<void> {
    this.#now += STEP_MS
    await this.#page.clock.setFixedTime(this.#now)
    await act()
    this.points.push(await look(this.#page, name))
    /* A message under the pointer stays, and would still be visible at the next point. */
    const { toast, action } = this.#texts.common
    const dismiss = button(this.#page.getByRole("region", { name: toast.region }), action.dismiss)
    while ((await dismiss.count()) > 0) await dismiss.first().click()
  }

  /**
   * Eleven steps in one language: a refused rename, and another one that is queued without a network and sent later.
   */
  async session(language: string, { refused, waiting, renamed, theme }: Played): Promise<void> {
    const [page, texts] = [this.#page, textsOf(language)]
    this.#texts = texts
    const { layout, common } = texts
    await this.step(`${language}: help`, () => this.#open(layout.helpCenter, "/help-center"))
    await this.step(`${language}: devices`, () => this.#open(layout.devices, "/devices"))
    await this.step(`${language}: refused`, async () => {
      await this.#stack.fault({ call: "rename_device", fault: "status:-120", times: 1 })
      await this.#choose(refused)
      await this.#save(`${renamed} 1`)
      await this.texts("alert")
    })
    await this.step(`${language}: outbox`, async () => {
      await button(page, new RegExp(`^${layout.outbox.title}`))
        .first()
        .click()
      await page.getByRole("region", { name: layout.outbox.title, exact: true }).waitFor()
    })
    await this.step(`${language}: offline`, async () => {
      await button(page, layout.outbox.close).click()
      await page.context().setOffline(true)
      await page.getByText(layout.connection.offline).filter({ visible: true }).first().waitFor()
    })
    await this.step(`${language}: dialog`, () => this.#choose(waiting))
    await this.step(`${language}: queued`, async () => {
      await this.#save(`${renamed} 2`)
      await this.texts("status")
    })
    await this.step(`${language}: theme`, async () => {
      const before = await page.evaluate(lastSeq)
      await button(page, common.theme[theme]).first().click()
      // The page shows the theme at once. A busy one records it later.
      await expect.poll(() => page.evaluate(lastSeq)).toBeGreaterThan(before)
    })
    await this.step(`${language}: account`, () => this.#open(layout.account, "/account"))
    await this.step(`${language}: invitation`, async () => {
      await button(page, common.action.sendInvitation).click()
      await dialog(page, /./).waitFor()
    })
    await this.step(`${language}: online`, async () => {
      await page.keyboard.press("Escape")
      await page.context().setOffline(false)
      await this.texts("status")
    })
  }

  async #open(name: string, path: string): Promise<void> {
    await link(this.#page, name).click()
    await this.#page.waitForURL(`**${path}`)
    await this.#page.getByRole("heading", { level: 1 }).waitFor()
  }

  async #choose(device: string): Promise<void> {
    /* In languages of the other direction the name is between marks of direction. */
    const [before = "", after = ""] = this.#texts.devices.card.actions.split("{{name}}").map(RegExp.escape)
    await button(this.#page, new RegExp(`^${before}.?${RegExp.escape(device)}.?${after}$`)).click()
    await this.#page.getByRole("menuitem", { name: this.#texts.common.action.rename, exact: true }).click()
    await dialog(this.#page, /./).waitFor()
  }

  async #save(name: string): Promise<void> {
    const asking = dialog(this.#page, /./)
    await field(asking, this.#texts.dialog.rename.label).fill(name)
    await button(asking, this.#texts.common.action.save).click()
    await asking.waitFor({ state: "hidden" })
  }

  /** Waits for a toast, and keeps it by pointing at it. */
  async texts(role: "alert" | "status"): Promise<void> {
    const { region } = this.#texts.common.toast
    await this.#page.getByRole("region", { name: region }).getByRole(role).first().hover()
  }
}

/**
 * Smallest sum of the differences of red, green and blue for which a pixel counts as different. Smoothing stays below
 * it.
 */
const OTHER = 48

/** The share of different pixels between two pictures of one size. */
export const differing = (page: Page, one: Buffer, two: Buffer): Promise<number> =>
  page.evaluate(
    async ([first, second, other]) => {
      const pixelsOf = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const picture = await createImageBitmap(new Blob([bytes]))
        const { width, height } = picture
        const context = new OffscreenCanvas(width, height).getContext("2d")
        context?.drawImage(picture, 0, 0)
        return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
      }
      const [a, b] = [await pixelsOf(first), await pixelsOf(second)]
      if (a.length === 0 || a.length !== b.length) return 1
      // Nearly all are equal, so four bytes are compared as one number.
      const [wholeA, wholeB] = [new Uint32Array(a.buffer), new Uint32Array(b.buffer)]
      const part = (at: number) => Math.abs((a[at] ?? 0) - (b[at] ?? 0))
      let count = 0
      for (let pixel = 0; pixel < wholeA.length; pixel += 1) {
        if (wholeA[pixel] === wholeB[pixel]) continue
        const at = pixel * 4
        if (part(at) + part(at + 1) + part(at + 2) > other) count += 1
      }
      return count / wholeA.length
    },
    [one.toString("base64"), two.toString("base64"), OTHER] as const,
  )

/** A picture of the screen in a replay's frame, in the size and colours of the recording. */
export const pictureOf = async (page: Page): Promise<Buffer> => {
  const frame = page.locator("iframe")
  const shown = "position: fixed; inset: 0; z-index: 9; scale: none; filter: none"
  await frame.evaluate((element, style) => {
    if (element instanceof HTMLElement) element.style.cssText = style
  }, shown)
  const picture = await page.screenshot({ clip: { x: 0, y: 0, ...WINDOW }, animations: "disabled" })
  await frame.evaluate((element) => {
    if (element instanceof HTMLElement) element.style.cssText = ""
  })
  return picture
}
