import { type ComponentType, createElement, startTransition, useEffect, useReducer } from "react"
import { overlaysAhead } from "./inSequence.ts"

/** A part whose code is fetched when it is first needed, or ahead, while there is a connection. */
export interface LaterPart<Props> {
  readonly part: () => ComponentType<Props> | undefined
  readonly isHere: () => boolean
  /** Fetches the code once. Rejects when that fails; the next call tries again. */
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

/** A part whose code came with the screen. */
export const readyPart = <Props extends object>(part: ComponentType<Props>): LaterPart<Props> => ({
  part: () => part,
  isHere: () => true,
  fetch: async () => undefined,
})

/** Fetches a part ahead, after the first picture, so that it is available without a network. */
export const useAhead = (fetch: () => Promise<unknown>): void => {
  useEffect(() => {
    fetch().catch(() => undefined)
  }, [fetch])
}

/** The wait before another attempt to fetch a part, ms. */
const AGAIN_MS = 5_000

/**
 * An overlay of every page, as a component that shows nothing until its code is loaded. The code comes after the first
 * screen. While it cannot be fetched the page works without it, and this tries again.
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
          /* React renders a transition in slices, so that a slow machine can respond in between. */
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
