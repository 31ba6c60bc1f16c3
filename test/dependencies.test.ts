import { expect, test } from "bun:test";
import manifest from "../package.json";

const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).sort();

/** `| \`name\` | why not our own code | why not its rival |` */
const row = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm;

test("docs/dependencies.md gives both reasons for every dependency, and for nothing else", async () => {
  const page = await Bun.file(new URL("../docs/dependencies.md", import.meta.url)).text();
  const explained = [...page.matchAll(row)].map(([, name = "", own = "", rival = ""]) => {
    expect({ name, own: own.trim().length > 10, rival: rival.trim().length > 10 }).toEqual({
      name,
      own: true,
      rival: true,
    });
    return name;
  });
  expect(explained.sort()).toEqual(declared);
});

test("every dependency is pinned to one version", () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});
