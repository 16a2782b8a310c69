/** The part of fs-native-extensions that the data folder uses; the package ships no types. */
declare module "fs-native-extensions" {
  /** Acquires an exclusive lock on the whole file. False when another open file has one. */
  export function tryLock(fd: number): boolean;
}
