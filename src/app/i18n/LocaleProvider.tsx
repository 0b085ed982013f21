import type { ReactNode } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { useFormat } from "./useFormat.ts"

/** Gives the components the language and direction of the page. Goes around the whole app, once. */
export const LocaleProvider = ({ children }: { readonly children: ReactNode }) => {
  const { language } = useFormat()
  return <I18nProvider locale={language.formats}>{children}</I18nProvider>
}
