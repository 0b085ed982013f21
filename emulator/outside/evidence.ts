import type { Page } from "playwright"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import type { State } from "../../src/domain/product/state.ts"

/** The browser's evidence: the log in its database, and the text of the outbox panel. */

export interface PageEvidence {
  readonly events: readonly StoredEvent[]
  readonly state: State
  readonly panel: Panel
}

/** The number of actions that each part of the outbox lists. */
export interface Panel {
  readonly waiting: number
  readonly decide: number
  readonly settled: number
}

/** Runs in the page. */
const readRows = async () => {
  const asked = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await asked(indexedDB.open("sightline"))
  const reading = database.transaction(["events", "segments"])
  const segments: readonly { readonly json: string }[] = await asked(reading.objectStore("segments").getAll())
  const tail: readonly unknown[] = await asked(reading.objectStore("events").getAll())
  database.close()
  return JSON.stringify([...segments.flatMap(({ json }): readonly unknown[] => JSON.parse(json)), ...tail])
}

const readEvents = async (page: Page): Promise<readonly StoredEvent[]> => JSON.parse(await page.evaluate(readRows))

const listed = async (page: Page, group: string): Promise<number> => {
  const section = page.getByRole("region", { name: group, exact: true })
  if (!(await section.isVisible())) return 0
  return Number(await section.locator(".num").first().textContent())
}

/** Reads the log, folded like any replay, and the panel. The panel must be open. */
export const readEvidence = async (page: Page): Promise<PageEvidence> => {
  const panel: Panel = {
    waiting: await listed(page, "Waiting"),
    decide: await listed(page, "Needs your decision"),
    settled: await listed(page, "Finished"),
  }
  const events = await readEvents(page)
  const folding = foldModel()
  for (const event of events) folding.add(event)
  return { events, state: folding.state(), panel }
}
