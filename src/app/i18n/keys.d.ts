import "i18next"
import type english from "../../../locales/en.json"

declare module "i18next" {
  interface CustomTypeOptions {
    readonly defaultNS: "translation"
    readonly resources: { readonly translation: typeof english }
    readonly returnNull: false
  }
}
