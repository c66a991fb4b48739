// Exit code 0 when this process records what comes in: for the container's health check.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/readyz`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
