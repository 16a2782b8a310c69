/** The runs: groups of cells, and their contenders. A quick run omits those that take minutes. */

const peers = ["aisdk-streamdown", "aisdk-streamdown-t50", "assistant-ui", "tanstack"];

export function plan(quick) {
  const some = (all, few) => (quick ? few : all);
  return [
    {
      name: "stream",
      workload: "W1",
      shapes: "paced,deep",
      H: "0",
      contenders: ["floor-null", "limit-react", "service-react", "service-chat", ...some(peers, ["aisdk-streamdown"])],
    },
    {
      name: "history",
      workload: "W1",
      shapes: "paced,deep",
      H: "2000",
      contenders: [
        "floor-null",
        "floor-blocks",
        "service-react-all",
        "service-chat-all",
        ...some(["service-react", "service-chat", ...peers], ["aisdk-streamdown-t50"]),
      ],
    },
    {
      // One peer waits 4 ms a delta and takes a minute a sample; it is in the other groups.
      name: "fast",
      workload: "W1",
      shapes: "fast",
      H: some("0,200,2000", "0,2000"),
      contenders: [
        "service-react-all",
        "service-chat-all",
        "limit-react",
        ...some(
          ["service-react", "service-chat", "aisdk-streamdown", "aisdk-streamdown-t50", "assistant-ui"],
          ["aisdk-streamdown"],
        ),
      ],
    },
    {
      name: "twice",
      workload: "W1",
      shapes: "fast,fast2",
      H: "0",
      contenders: ["service-react", "service-chat", ...some(["limit-react"], [])],
    },
    {
      name: "open",
      workload: "W2",
      N: "200,2000,10000",
      contenders: [
        "service-react-items",
        "service-react",
        "service-chat",
        ...some(
          ["service-react-all", "service-chat-all", "tanstack", "aisdk-streamdown", "assistant-ui"],
          ["tanstack"],
        ),
      ],
    },
    { name: "typing", workload: "W3", H: "0", contenders: ["limit-lastblock"] },
    {
      name: "typing-history",
      workload: "W3",
      H: "2000",
      contenders: ["service-react-all", "service-chat-all", ...some(["limit-lastblock", "aisdk-streamdown"], [])],
    },
    {
      name: "renders",
      workload: "W1",
      shapes: "paced",
      H: "0",
      contenders: ["service-react", "service-chat"],
      flags: ["--renders"],
      reps: 1,
    },
    {
      // The hardest page: it takes over four minutes a sample, so there is one of each contender.
      name: "hardest",
      workload: "W1",
      shapes: quick ? "hardest-short" : "hardest",
      H: "10000",
      contenders: ["service-react", "service-chat", ...some(["limit-react", ...peers], [])],
      flags: ["--throttle", "4", "--look", "--timeout", quick ? "120" : "420"],
      reps: 1,
    },
  ];
}
