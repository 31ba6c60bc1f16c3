/** A process of its own that opens a store and claims it, for the tests of the claim. Says how it went, then waits. */

import { AppError } from "../src/base/errors.ts";
import { openStore } from "../src/store/open.ts";

const [home = "", databaseUrl] = process.argv.slice(2);
const store = await openStore({ home, databaseUrl });
store.onClaimLost(() => console.log("lost"));
try {
  await store.claim();
  console.log("claimed");
} catch (error) {
  console.log(error instanceof AppError ? error.code : String(error));
}
process.stdin.resume();
process.stdin.on("end", () => {
  void store.close().then(() => process.exit(0));
});
