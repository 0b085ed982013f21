/** Icons of the library as one path each, for rows and cards that appear by the dozen while a person scrolls a list. */
const paths = {
  cloud: "M17.5 19H9a7 7 0 1 1 6.71-9h1.79a4.5 4.5 0 1 1 0 9Z",
  lan: "M17 16h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1zM3 16h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1zM10 2h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM5 16v-3a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v3M12 12V8",
  usb: "M11 7a1 1 0 1 1-2 0a1 1 0 1 1 2 0M5 20a1 1 0 1 1-2 0a1 1 0 1 1 2 0M4.7 19.3 19 5M21 3l-3 1 2 2ZM9.26 7.68 5 12l2 5M10 14l5 2 3.5-3.5M18 12l1-1 1 1-1 1Z",
  update: "M12 17V3M6 11l6 6 6-6M19 21H5",
  more: "M13 12a1 1 0 1 1-2 0a1 1 0 1 1 2 0M20 12a1 1 0 1 1-2 0a1 1 0 1 1 2 0M6 12a1 1 0 1 1-2 0a1 1 0 1 1 2 0",
} as const

/** Decoration beside a word, like `Icon`, at a quarter of its cost. */
export const LightIcon = ({ of, small = false }: { readonly of: keyof typeof paths; readonly small?: boolean }) => (
  <svg className={small ? "i s light" : "i light"} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[of]} />
  </svg>
)
