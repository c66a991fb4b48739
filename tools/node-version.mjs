// Plain JavaScript: it must run under every Node that a person may have.
const least = 24;

/**
 * Ends the process with a line that says what to do, unless this Node runs TypeScript as it is.
 * @param {string} command how to start the program, under the Node of the packages
 */
export function needsNode24(command) {
  if (Number(process.versions.node.split('.')[0]) >= least) return;
  console.error(
    `Tocsin runs under the Node ${least} that 'npm ci' puts into node_modules, but this is ${process.version}.\n` +
      `Start it by '${command}' after 'npm ci'. The packages bring it for Linux (x64, arm64) and Windows (x64), unless npm ` +
      `was told to leave out optional ones; elsewhere, install Node ${least} yourself.`,
  );
  process.exit(1);
}
