import { type ComponentType, createElement, startTransition, useEffect, useReducer } from "react"
import { overlaysAhead } from "./inSequence.ts"

/** A part whose code comes when it is first needed, or ahead, while there is a connection. */
export interface LaterPart<Props> {
  readonly part: () => ComponentType<Props> | undefined
  readonly isHere: () => boolean
  /** Fetches it, once; rejects when it cannot be had, and the next call tries again. */
  readonly fetch: () => Promise<void>
}

export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> => {
  let part: ComponentType<Props> | undefined
  return {
    part: () => part,
    isHere: () => part !== undefined,
    fetch: async () => {
      part ??= await load()
    },
  }
}

/** A part that came with the screen. */
export const readyPart = <Props extends object>(part: ComponentType<Props>): LaterPart<Props> => ({
  part: () => part,
  isHere: () => true,
  fetch: async () => undefined,
})

/** Fetches a part ahead, after the first picture, so that it is at hand when the network is gone. */
export const useAhead = (fetch: () => Promise<unknown>): void => {
  useEffect(() => {
    fetch().catch(() => undefined)
  }, [fetch])
}

/** How long until a part that could not be fetched is asked for again, ms. */
const AGAIN_MS = 5_000

/**
 * What may be over every page, as a component that shows nothing until its code is here. The code comes after the first
 * screen. The page does without it while it cannot be fetched, and asks for it again until it is here.
 */
export const overlay = (load: () => Promise<ComponentType>): ComponentType => {
  const { part, isHere, fetch } = laterPart<object>(async () => {
    await overlaysAhead()
    return load()
  })
  return () => {
    const [, show] = useReducer((before: number) => before + 1, 0)
    useEffect(() => {
      if (isHere()) return
      let isOver = false
      let timer: ReturnType<typeof setTimeout> | undefined
      const attempt = () => {
        fetch().then(
          /* A transition is rendered in slices, so a slow machine still answers in between. */
          () => startTransition(show),
          () => {
            if (!isOver) timer = setTimeout(attempt, AGAIN_MS)
          },
        )
      }
      attempt()
      return () => {
        isOver = true
        clearTimeout(timer)
      }
    }, [])
    const Part = part()
    return Part === undefined ? null : createElement(Part)
  }
}
