/** Returns the last result while all arguments are the same. */
export const memo = <Of extends readonly unknown[], Made>(make: (...of: Of) => Made): ((...of: Of) => Made) => {
  let last: { readonly of: Of; readonly made: Made } | undefined
  return (...of) => {
    if (last === undefined || of.some((part, index) => !Object.is(part, last?.of[index])))
      last = { of, made: make(...of) }
    return last.made
  }
}
