/** Delivers an answer until `forget` is called. An effect that asks for something returns `forget`. */
export const whileWanted = <Answer extends readonly unknown[]>(hear: (...answer: Answer) => void) => {
  let isWanted = true
  return {
    tell: (...answer: Answer) => {
      if (isWanted) hear(...answer)
    },
    forget: () => {
      isWanted = false
    },
  }
}
