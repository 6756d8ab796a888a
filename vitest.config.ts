import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Where no run before has said how long each file takes, Vitest begins with the largest. These are a few lines that
// take long: they ran on alone, on one of two cores, for half a minute or more when all others had ended.
const SMALL_AND_LONG = [
  "restate/quarantine.machines.test.ts",
  "restate/kill.machines.test.ts",
  "store/test/postgres/contract.machines.test.ts",
  "restate/summaries.machines.test.ts",
  "store/test/contract.long.test.ts",
  "executor/quick-js.test.ts",
  "local-host/create-local-host.test.ts",
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => SMALL_AND_LONG.some((end) => moduleId.endsWith(end));
    // A process is kept from one file to the next where both are of one project.
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

// Inside the repository packages resolve to their sources, so tests need no build.
const conditions = ["@toolwright/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // They end what would never end, and say nothing of how fast a busy machine is.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    // Vitest leaves one core free, and then half of two stands idle: many tests wait for processes and browsers.
    // `npm test` and the lanes of the command and the browser have three: their tests wait for more than they count time.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // Programs that tests start keep their compiled code: from the sources they start in half of the time then.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "toolwright-test-compile-cache") },
    // They import a package that has a `source` of its own, which Node cannot run.
    server: { deps: { inline: [/\/node_modules\/(ai|@ai-sdk)\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["{runtime,agent}/*/{src,test}/**/*.test.{ts,tsx}", "{checks,examples}/**/*.test.ts"],
          exclude: [
            "agent/web/test/**",
            "**/*.{isolated,command,processes,processes.long,machines,frameworks}.test.ts",
            "**/node_modules/**",
            "**/dist/**",
          ],
        },
      },
      {
        extends: true,
        test: {
          // They start the command, servers or git, many of them in a terminal: `npm run test:command`.
          name: "command",
          isolate: false,
          include: ["{runtime,agent}/*/{src,test}/**/*.command.test.ts"],
          env: { OWN_PROCESSES: "1" },
        },
      },
      {
        extends: true,
        test: {
          // They start shells, sandboxes, git or Node by the dozen: `npm run test:processes`. A start costs in proportion
          // to the memory of the process that starts another, which grows over all the files of `npm test`.
          name: "processes",
          isolate: false,
          include: ["{runtime,agent}/*/{src,test}/**/*.processes{,.long}.test.ts", "checks/**/*.processes.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          // Random play at its full length, and the command in a process of its own for each line: `npm run test:long`.
          // In `npm test` the same files play short, and one process runs the lines one after the other.
          name: "long",
          isolate: false,
          include: [
            "{runtime,agent}/*/{src,test}/**/*.long{,.isolated}.test.{ts,tsx}",
            "agent/cli/test/!(*.command).test.ts",
          ],
          env: { LONG_PLAY: "1", OWN_PROCESSES: "1" },
        },
      },
      {
        extends: true,
        test: {
          // A browser and a server for each file: they are a lane of their own, `npm run test:browser`.
          name: "browser",
          isolate: false,
          include: ["agent/web/test/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          // They need a database server or an engine of their own, and many processes: `npm run test:machines`.
          name: "machines",
          isolate: false,
          include: ["agent/*/{src,test}/**/*.machines.test.ts", "checks/deploy-tests/*.machines.test.ts"],
          globalSetup: [
            "agent/store/test/postgres/support/global-setup.ts",
            "agent/store/test/restate/support/global-setup.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          // They need frameworks that `checks/frameworks` installs: `npm run test:frameworks`.
          name: "frameworks",
          isolate: false,
          include: ["runtime/*/test/**/*.frameworks.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          isolate: true,
          include: ["{runtime,agent}/*/{src,test}/**/*.isolated.test.ts", "checks/**/*.isolated.test.ts"],
        },
      },
    ],
  },
});
