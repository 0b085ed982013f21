import { useRef } from "react"

/** The browser's own file field, hidden behind our button. `accept`: the offered file name endings. */
export const useChooseFile = (accept: string, onFile: (file: File) => void) => {
  const input = useRef<HTMLInputElement>(null)
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      accept={accept}
      data-file-input=""
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        currentTarget.value = ""
        if (file !== undefined) onFile(file)
      }}
    />
  )
  return { field, choose: () => input.current?.click() }
}
