import { useRef } from "react"

/** A hidden field: the browser's own way to choose a file, behind our button. `accept`: which endings it offers. */
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
