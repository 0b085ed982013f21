/** Reads the fields of a form. */

export const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === "string" ? value.trim() : ""
}

export const numberOr = (form: FormData, name: string, otherwise: number): number => {
  const written = text(form, name)
  return written === "" || Number.isNaN(Number(written)) ? otherwise : Number(written)
}
