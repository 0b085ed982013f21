import type { TFunction } from "i18next"
import { type LanTargetFault, lanTargetFault } from "../../../domain/values/lanTargetFault.ts"

/** What is wrong and where, with something right to write instead (LAN-2). */
const detailOf = (t: TFunction, fault: LanTargetFault): string => {
  switch (fault.kind) {
    case "octetTooLarge":
    case "octetNotNumber":
    case "leadingZero":
      return t(`pages.network.fault.${fault.kind}`, { part: fault.part })
    case "port":
      return t("pages.network.fault.port")
    case "mask":
    case "range":
      return fault.instead === null
        ? t("pages.network.fault.example")
        : t("pages.network.fault.instead", { instead: fault.instead })
    case "empty":
      return t("pages.network.fault.example")
    default:
      return t(`pages.network.fault.${fault.kind}`)
  }
}

export const faultText = (t: TFunction, text: string): string => {
  const fault = lanTargetFault(text)
  const said = t("common.invalid.invalidAddress")
  return fault === null ? said : t("pages.network.fault.said", { said, detail: detailOf(t, fault) })
}
