import { Effect } from "effect"
import { APP_KEPT_CHECK_MS } from "../../domain/values/limits.ts"
import { type ImageDatabase, openImages } from "../../workers/firmware/database.ts"
import { IMAGES_DATABASE } from "../../workers/firmware/name.ts"
import { BESIDE_DATABASE, type BesideNames, besideWrites, openBeside, WITNESS } from "../storage/beside.ts"
import { type KeptPart, unkept } from "./unkept.ts"

/**
 * Watches the databases beside the log while a page is open. A browser, or a person, may empty one of them alone, and
 * the log would not show it (EVENT-4). Our own erasures delete rows and leave the witness.
 */

export interface Sides extends BesideNames {
  /** The hash of the image that the log records as stored. */
  readonly imageHash: () => string | null
  readonly imageGone: (hash: string) => void
  /** An older release has stored the image in a form that this one cannot read. */
  readonly imageOutdated: (hash: string) => void
}

interface Seen {
  /** The time when the database was made, ms since 1970. */
  readonly at: number
  /** The parts that it held. */
  readonly parts: readonly KeptPart[]
}

const PARTS = { beats: null, secrets: "codes", readings: "readings", frames: "frames" } as const

/** Checks when the page is shown again, and periodically while it is visible. Returns a function that stops it. */
export const watchSides = ({ imageHash, imageGone, imageOutdated, ...names }: Sides): (() => void) => {
  const { beside, close } = openBeside({ ...names, onEnd: () => lookWhenDue() })
  let seen: Seen | undefined
  let isLooking = false
  let images: Promise<ImageDatabase> | undefined
  const openedImages = (): Promise<ImageDatabase> => {
    images ??= openImages(IMAGES_DATABASE)
    return images
  }

  const heldNow = Effect.gen(function* () {
    const parts: KeptPart[] = []
    for (const table of ["secrets", "readings", "frames"] as const)
      if ((yield* beside(table, "r", (rows) => rows.count())) > 0) parts.push(PARTS[table])
    // The witness comes last: when the database was emptied before this moment, another witness shows it.
    const at = yield* beside("beats", "rw", async (beats) => {
      const witness = await beats.get(WITNESS)
      if (witness !== undefined) return witness.at
      const at = Date.now()
      await beats.put({ id: WITNESS, at })
      return at
    })
    return { at, parts }
  })

  const lookBeside = async (): Promise<void> => {
    const found = await Effect.runPromise(heldNow)
    if (seen !== undefined && seen.at !== found.at) for (const part of seen.parts) unkept.note(part, "deleted")
    seen = found
  }

  // A write of this page is known at once, so that a deletion right after it is noticed.
  const stopHearing = besideWrites.add((name, table, isHeld) => {
    const part = PARTS[table]
    if (seen === undefined || part === null || name !== (names.name ?? BESIDE_DATABASE)) return
    const others = seen.parts.filter((other) => other !== part)
    seen = { ...seen, parts: isHeld ? [...others, part] : others }
  })

  const lookAtImage = async (): Promise<void> => {
    const hash = imageHash()
    if (hash === null) return
    const image = await openedImages()
      .then((database) => database.image(hash))
      .catch((cause: unknown) => {
        // The database may have been closed or failed to open. The next check opens it again.
        images = undefined
        throw cause
      })
    if (image?.isWhole === true) return
    // A person may have removed the image meanwhile.
    if (imageHash() !== hash) return
    if (image?.chunks === 0) return imageOutdated(hash)
    unkept.note("image", "deleted")
    imageGone(hash)
  }

  const lookWhenDue = (): void => {
    if (document.hidden || isLooking) return
    isLooking = true
    // When a database does not open, the code that uses it reports that.
    void Promise.allSettled([lookBeside(), lookAtImage()]).then(() => {
      isLooking = false
    })
  }
  lookWhenDue()
  document.addEventListener("visibilitychange", lookWhenDue)
  const timer = setInterval(lookWhenDue, APP_KEPT_CHECK_MS)
  return () => {
    document.removeEventListener("visibilitychange", lookWhenDue)
    clearInterval(timer)
    stopHearing()
    close()
  }
}
