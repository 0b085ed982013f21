import type { Page } from "playwright"

/** The content of a page's databases and storages without the saved user, as text. */
export const dump = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const plain = (_: string, value: unknown) =>
      value instanceof Map ? [...value] : value instanceof Set ? [...value] : value
    const parts: string[] = []
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = await asked(database.transaction(store).objectStore(store).getAll())
        parts.push(`${name}/${store}: ${JSON.stringify(rows, plain)}`)
      }
      database.close()
    }
    for (const cache of await caches.keys())
      for (const { url } of await (await caches.open(cache)).keys()) parts.push(`${cache}: ${url}`)
    for (const [key, value] of Object.entries(localStorage)) if (key !== "user") parts.push(`${key}: ${value}`)
    for (const [key, value] of Object.entries(sessionStorage)) parts.push(`${key}: ${value}`)
    return parts.join("\n")
  })
