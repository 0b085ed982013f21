/**
 * In a simulation no code may read the real time, draw real randomness, or wait outside of the virtual clock. An
 * attempt throws and names the function.
 */

export class Leak extends Error {
  constructor(what: string) {
    super(`${what} was used inside the simulation: time, randomness and waiting must come from its own clock`)
    this.name = "Leak"
  }
}

const forbidden = (what: string) => () => {
  throw new Leak(what)
}

/** Replaces one property of an object. Returns the function that restores it. */
const replace = (target: object, key: string, value: unknown): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(target, key)
  Object.defineProperty(target, key, { value, configurable: true, writable: true, enumerable: false })
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, key)
    else Object.defineProperty(target, key, before)
  }
}

/** A Date that works only with explicit times. */
const datelessDate = (): unknown =>
  new Proxy(Date, {
    construct: (target, args, newTarget) => {
      if (args.length === 0) throw new Leak("new Date()")
      return Reflect.construct(target, args, newTarget)
    },
    apply: forbidden("Date()"),
    get: (target, key, receiver) => (key === "now" ? forbidden("Date.now") : Reflect.get(target, key, receiver)),
  })

const functions: readonly (readonly [object, string, string])[] = [
  [globalThis, "setTimeout", "setTimeout"],
  [globalThis, "setInterval", "setInterval"],
  [globalThis, "setImmediate", "setImmediate"],
  [globalThis, "queueMicrotask", "queueMicrotask"],
  [globalThis, "fetch", "fetch"],
  [process, "nextTick", "process.nextTick"],
  [performance, "now", "performance.now"],
  [Math, "random", "Math.random"],
  [crypto, "randomUUID", "crypto.randomUUID"],
  [crypto, "getRandomValues", "crypto.getRandomValues"],
  [Promise.prototype, "then", "a promise"],
]

/** Runs `body`, which must not return a promise, under guard. */
export const guarded = <Result>(body: () => Result): Result => {
  const undo = functions.map(([target, key, what]) => replace(target, key, forbidden(what)))
  undo.push(replace(globalThis, "Date", datelessDate()))
  try {
    return body()
  } finally {
    for (const restore of undo.reverse()) restore()
  }
}

/**
 * Runs `body` without stack traces in errors: the client makes errors of expected events, and traces take a tenth of a
 * run. To find the origin of a defect, run it again without this.
 */
export const withoutStacks = <Result>(body: () => Result): Result => {
  const undo = replace(Error, "stackTraceLimit", 0)
  try {
    return body()
  } finally {
    undo()
  }
}
