/* A crowd at one table: crowd PORT TOKENS ROUNDS SPREAD_MS PID[,PID...]

   Every line says hello, joins the table and sits down; bets fall anywhere in the window, the decision
   of each hand within SPREAD_MS. It is written in C so that the load does not eat the core that it
   measures: one epoll loop, and of each message no more is read than must be. On the standard output
   come lines of "name value", which bench/room.py reads. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TABLE "live-casino/casino-holdem"
#define MOST_AT_ONCE 200
#define LATE 60.0 /* Seconds without any answer: the run has failed. */

typedef struct {
    int fd, upgraded, joined, seated, hand, asked, waiting, open, next, kept;
    unsigned char *rest;
    double sent;
    char token[96], body[200];
} Line;
typedef struct { double at; int line; } Due;
typedef struct { double *of; long count, room; } Times;

static Line *lines;
static int count, welcomed, joined, seated, lost, refused, ended, epoll, rounds, playing;
static Due *heap;
static int heaped;
static Times bets, decisions;
static double spread, burst_cpu, burst_began, spent_cpu, early_cpu, heard_at;
static int in_burst, answered, burst_hand, bursts;
static char *pids;
static unsigned char in[1 << 20];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* CPU seconds of the watched processes, or their resident kilobytes. */
static double watched(int memory) {
    char all[256], path[300];
    double sum = 0;
    snprintf(all, sizeof all, "%s", pids);
    for (char *pid = strtok(all, ","); pid; pid = strtok(NULL, ",")) {
        if (memory) {
            char row[200];
            snprintf(path, sizeof path, "/proc/%s/status", pid);
            FILE *file = fopen(path, "r");
            while (file && fgets(row, sizeof row, file))
                if (!strncmp(row, "VmRSS:", 6)) sum += atof(row + 6);
            if (file) fclose(file);
            continue;
        }
        snprintf(path, sizeof path, "/proc/%s/task", pid);
        DIR *tasks = opendir(path);
        for (struct dirent *one; tasks && (one = readdir(tasks));) {
            char name[600];
            double spent = 0;
            snprintf(name, sizeof name, "%s/%s/schedstat", path, one->d_name);
            FILE *file = fopen(name, "r");
            if (file && fscanf(file, "%lf", &spent) == 1) sum += spent * 1e-9;
            if (file) fclose(file);
        }
        if (tasks) closedir(tasks);
    }
    return sum;
}

static void keep(Times *times, double value) {
    if (times->count == times->room) {
        times->room = times->room ? 2 * times->room : 4096;
        times->of = realloc(times->of, times->room * sizeof(double));
    }
    times->of[times->count++] = value;
}

static void push(double at, int line) {
    int i = heaped++;
    for (; i && heap[(i - 1) / 2].at > at; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = (Due){at, line};
}

static int pop(void) {
    int line = heap[0].line, i = 0;
    Due last = heap[--heaped];
    for (int next; (next = 2 * i + 1) < heaped; i = next) {
        if (next + 1 < heaped && heap[next + 1].at < heap[next].at) next++;
        if (heap[next].at >= last.at) break;
        heap[i] = heap[next];
    }
    heap[i] = last;
    return line;
}

static void say(Line *line, const char *text) {
    unsigned char frame[1024];
    int size = strlen(text), head = 2;
    frame[0] = 0x81;
    if (size < 126) frame[1] = 0x80 | size;
    else { frame[1] = 0xFE; frame[2] = size >> 8; frame[3] = size; head = 4; }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, text, size);
    if (write(line->fd, frame, head + 4 + size) < 0) perror("write");
}

static long number(const char *text, const char *name, long none) {
    const char *found = text ? strstr(text, name) : NULL;
    return found ? atol(found + strlen(name)) : none;
}

/* Everybody has decided, or the next hand has begun. */
static void finish(void) {
    in_burst = 0;
    if (playing) {
        bursts++;
        spent_cpu += watched(0) - burst_cpu;
        fprintf(stderr, "hand %d: %d answered in %.2f s\n", burst_hand, answered, now() - burst_began);
    }
    playing = seated == count; /* The first hand begins while people still sit down. */
    ended += playing;
}

/* What a line is asked, if it is asked something new: the decision is due within its time. */
static void look(Line *line, char *text) {
    char *ask = strstr(text, "\"ask\":{");
    long hand = number(text, "\"hand\":", 0);
    if (in_burst && hand > burst_hand) finish();
    if (!ask || !line->seated) return;
    char *options = strstr(ask, "\"options\":[{"), *seconds = strstr(ask, "\"seconds\":");
    long seq = number(ask, "\"seq\":", 0);
    if (!options || !seconds || options > seconds || line->waiting) return;
    if (hand == line->hand && seq == line->asked) return;
    line->hand = hand;
    line->asked = seq;
    line->open = strstr(ask, "\"open\":true") && strstr(ask, "\"open\":true") < options;
    char *option = options + 11;
    if (!line->open)
        for (char *next = option; (next = strstr(next + 1, "{\"act\"")) && next < seconds;) option = next;
    char *act = strstr(option, "\"act\":\"") + 7, *spot = strstr(option, "\"spot\":[");
    int wide = strcspn(act, "\"");
    snprintf(line->body, sizeof line->body, "\"act\":\"%.*s\",\"amount\":%ld,\"spot\":%.*s", wide, act,
             number(option, "\"low\":", 0), spot ? (int)strcspn(spot + 7, "]") + 1 : 6,
             spot ? spot + 7 : "[0,\"\"]");
    double window = atof(seconds + 10), part = (double)rand() / RAND_MAX;
    double wait = line->open ? 0.5 + part * (window - 3.5) : part * spread;
    if (line->open && window < 4) return; /* It closes: the next hand will do. */
    push(now() + (wait > 0 ? wait : 0), line - lines);
    line->waiting = 1;
}

static void decide(Line *line) {
    char text[512];
    if (!line->open && !in_burst) {
        in_burst = 1;
        burst_hand = line->hand;
        answered = 0;
        burst_cpu = watched(0);
        burst_began = now();
    }
    snprintf(text, sizeof text,
             "{\"type\":\"decide\",\"table\":\"" TABLE "\",\"id\":\"%d-%d\",\"hand\":%d,\"seq\":%d,%s}",
             (int)(line - lines), ++line->next, line->hand, line->asked, line->body);
    line->sent = now();
    line->waiting = 2;
    say(line, text);
}

static void done(Line *line, char *text) {
    heard_at = now();
    if (!line->seated) {
        line->seated = 1;
        seated++;
        return;
    }
    if (line->waiting != 2) return;
    if (playing) keep(line->open ? &bets : &decisions, heard_at - line->sent);
    line->waiting = 0;
    if (!strncmp(text, "{\"type\":\"refused\"", 17)) {
        refused++;
        fprintf(stderr, "%.200s\n", text);
    }
    if (line->open) return;
    if (++answered == count - 1) early_cpu += playing ? watched(0) - burst_cpu : 0;
    if (answered == count) finish();
}

static void heard(Line *line, char *text) {
    if (!strncmp(text, "{\"type\":\"news\"", 14) || !strncmp(text, "{\"type\":\"table\"", 15)) {
        if (!line->joined) {
            line->joined = 1;
            joined++;
        }
        look(line, text);
    } else if (!strncmp(text, "{\"type\":\"done\"", 14) || !strncmp(text, "{\"type\":\"refused\"", 17))
        done(line, text);
    else if (!strncmp(text, "{\"type\":\"welcome\"", 17))
        welcomed++;
}

static void gone(Line *line) {
    lost++;
    epoll_ctl(epoll, EPOLL_CTL_DEL, line->fd, NULL);
    close(line->fd);
    line->fd = -1;
}

/* All whole frames of what has come; the rest is kept. */
static void frames(Line *line, unsigned char *data, int size) {
    int at = 0;
    if (!line->upgraded) {
        unsigned char *end = memmem(data, size, "\r\n\r\n", 4);
        if (end) {
            char text[300];
            at = end + 4 - data;
            line->upgraded = 1;
            snprintf(text, sizeof text, "{\"type\":\"hello\",\"version\":1,\"token\":\"%s\"}", line->token);
            say(line, text);
        }
    }
    while (line->upgraded && size - at >= 2) {
        unsigned char *p = data + at;
        long body = p[1] & 127, head = 2;
        if (body == 126) head = 4;
        if (body == 127) head = 10;
        if (size - at < head) break;
        if (head > 2)
            for (int i = body = 0; i < head - 2; i++) body = body << 8 | p[2 + i];
        if (size - at < head + body) break;
        at += head + body;
        unsigned char after = data[at];
        data[at] = 0;
        if ((p[0] & 15) == 9) {
            unsigned char pong[6 + 125] = {0x8A, 0x80 | body};
            memcpy(pong + 6, p + head, body);
            if (write(line->fd, pong, 6 + body) < 0) perror("write");
        } else if ((p[0] & 15) == 1)
            heard(line, (char *)p + head);
        data[at] = after;
    }
    free(line->rest);
    line->rest = NULL;
    line->kept = size - at;
    if (line->kept) memcpy(line->rest = malloc(line->kept), data + at, line->kept);
}

static void listen_for(double seconds) {
    struct epoll_event events[512];
    struct timespec wait = {(long)seconds, (long)((seconds - (long)seconds) * 1e9)};
    int found = epoll_pwait2(epoll, events, 512, &wait, NULL);
    for (int i = 0; i < found; i++) {
        Line *line = lines + events[i].data.u32;
        memcpy(in, line->rest, line->kept);
        int got = read(line->fd, in + line->kept, sizeof in - line->kept - 1);
        if (got > 0) frames(line, in, line->kept + got);
        else if (got == 0 || errno != EAGAIN) gone(line);
    }
}

static void dial(Line *line, int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    const char *upgrade =
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    int one = 1;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    line->fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(line->fd, (void *)&to, sizeof to)) { perror("connect"); exit(1); }
    fcntl(line->fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = line - lines};
    epoll_ctl(epoll, EPOLL_CTL_ADD, line->fd, &event);
    if (write(line->fd, upgrade, strlen(upgrade)) < 0) perror("write");
}

/* Everybody comes in, some hundred at a time: hello, then join, then sit. */
static void enter(int port) {
    double began = now();
    int dialled = 0, *last[] = {&welcomed, &joined, &seated};
    printf("rss_before %.0f\n", watched(1));
    for (int step = 0; step < 3; step++) {
        int given = 0;
        while (*last[step] < count) {
            while (given < count && given - *last[step] < MOST_AT_ONCE) {
                if (!step) dial(lines + dialled++, port);
                else if (step == 1) say(lines + given, "{\"type\":\"join\",\"table\":\"" TABLE "\"}");
                else {
                    char text[200];
                    snprintf(text, sizeof text,
                             "{\"type\":\"sit\",\"table\":\"" TABLE "\",\"id\":\"%d-0\",\"buy_in\":10000}", given);
                    say(lines + given, text);
                }
                given++;
            }
            listen_for(0.05);
            if (lost) { fprintf(stderr, "lost %d lines on the way in\n", lost); exit(1); }
        }
        printf("%s_seconds %.2f\n", (char *[]){"hello", "join", "sit"}[step], now() - began);
        printf("rss_%s %.0f\n", (char *[]){"hello", "join", "sit"}[step], watched(1));
        began = now();
    }
}

static int ascending(const void *a, const void *b) {
    double x = *(double *)a, y = *(double *)b;
    return x < y ? -1 : x > y;
}

static void tell(const char *name, Times *times) {
    double shares[] = {0.5, 0.9, 0.99, 1};
    qsort(times->of, times->count, sizeof(double), ascending);
    printf("%s %ld\n", name, times->count);
    for (int i = 0; i < 4 && times->count; i++) {
        long at = shares[i] * times->count;
        at = at < times->count ? at : times->count - 1;
        printf("%s_p%g %.1f\n", name, 100 * shares[i], 1000 * times->of[at]);
    }
}

int main(int given, char **with) {
    if (given != 6) { fprintf(stderr, "crowd PORT TOKENS ROUNDS SPREAD_MS PIDS\n"); return 2; }
    FILE *tokens = fopen(with[2], "r");
    struct rlimit most = {65000, 65000};
    setrlimit(RLIMIT_NOFILE, &most);
    lines = calloc(65000, sizeof(Line));
    while (tokens && fscanf(tokens, "%95s", lines[count].token) == 1) count++;
    heap = malloc(sizeof(Due) * (count + 1) * 4);
    rounds = atoi(with[3]);
    spread = atof(with[4]) / 1000;
    pids = with[5];
    epoll = epoll_create1(0);
    enter(atoi(with[1]));
    heard_at = now();
    while (ended < 1 + rounds && now() - heard_at < LATE) {
        double wait = heaped ? heap[0].at - now() : 0.05;
        listen_for(wait < 0 ? 0 : wait > 0.05 ? 0.05 : wait);
        for (double at = now(); heaped && heap[0].at <= at;) {
            Line *line = lines + pop();
            if (line->fd >= 0) decide(line);
        }
    }
    int open = 0;
    for (int i = 0; i < count; i++) open += lines[i].waiting == 2;
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    tell("bets", &bets);
    tell("decisions", &decisions);
    double own = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1e-6 * (used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    long each = (long)bursts * count;
    printf("open %d\nrefused %d\nlost %d\nbursts %d\n", open, refused, lost, bursts);
    printf("cpu_each %.1f\ncpu_before_settlement %.1f\n", each ? 1e6 * spent_cpu / each : 0, each ? 1e6 * early_cpu / each : 0);
    printf("own_cpu %.2f\nrss_end %.0f\n", own, watched(1));
    return 0;
}
