import type { ReactNode } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { useFormat } from "./useFormat.ts"

/** Gives React Aria's components the language and direction of the page. Wraps the whole app once. */
export const LocaleProvider = ({ children }: { readonly children: ReactNode }) => {
  const { language } = useFormat()
  return <I18nProvider locale={language.formats}>{children}</I18nProvider>
}
