/** Storage buckets of Chromium. Only they let a test fill a disk so that the browser itself refuses to write. */

interface Bucket {
  readonly indexedDB: IDBFactory
}
interface BucketManager {
  readonly open: (name: string, options: { readonly quota: number }) => Promise<Bucket>
  readonly delete: (name: string) => Promise<void>
}

const hasBuckets = (candidate: object): candidate is { readonly storageBuckets: BucketManager } =>
  "storageBuckets" in candidate

/** `quota` in bytes. */
export const openBucket = async (name: string, quota: number) => {
  if (!hasBuckets(navigator)) throw new Error("this browser has no storage buckets")
  const manager = navigator.storageBuckets
  const bucket = await manager.open(name, { quota })
  return { indexedDB: bucket.indexedDB, remove: () => manager.delete(name) }
}
