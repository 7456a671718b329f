// SPDX-License-Identifier: MIT-0
#include "io/file.hpp"

#include "support/files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <sys/stat.h>

namespace batt::testing {
namespace {

TEST(ReadFile, GivesAllBytes) {
    TemporaryFolder folder;
    std::string text(100'000, 'x');
    text[5] = '\0';
    Result<std::string> read = read_file(folder.write("a", text));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, text);
}

TEST(ReadFile, SaysWhatIsWrongInOneLine) {
    TemporaryFolder folder;
    EXPECT_EQ(read_file(folder.path("none")).error(),
              "cannot read " + folder.path("none") + ": No such file or directory");
    EXPECT_EQ(read_file(folder.path()).error(),
              "cannot read " + folder.path() + ": Is a directory");
    EXPECT_EQ(read_file(folder.write("big", "12345"), 4).error(),
              "cannot read " + folder.path("big") + ": it has more than 4 bytes; split it");
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
    TemporaryFolder folder;
    AtomicFile file(folder.path("out"));
    file.write("one\n");
    file.write(std::string(3u << 20, 'x'));
    EXPECT_FALSE(std::filesystem::exists(folder.path("out")));
    ASSERT_TRUE(file.commit()) << file.error();
    EXPECT_EQ(file_text(folder.path("out")).size(), 4 + (3u << 20));
    EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
}

TEST(AtomicFile, LeavesTheOldFileUntilCommitted) {
    TemporaryFolder folder;
    folder.write("out", "old");
    {
        AtomicFile file(folder.path("out"));
        file.write("new");
    }
    EXPECT_EQ(file_text(folder.path("out")), "old");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"out"});
    AtomicFile file(folder.path("out"));
    file.write("new");
    EXPECT_TRUE(file.commit());
    EXPECT_EQ(file_text(folder.path("out")), "new");
}

TEST(AtomicFile, HasTheRightsOfAnOrdinaryFile) {
    TemporaryFolder folder;
    AtomicFile file(folder.path("out"));
    EXPECT_TRUE(file.commit());
    mode_t mask = ::umask(0);
    ::umask(mask);
    struct stat status {};
    ASSERT_EQ(::stat(folder.path("out").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask);
}

TEST(AtomicFile, KeepsTheRightsOfTheFileItReplaces) {
    TemporaryFolder folder;
    folder.write("out", "old");
    ASSERT_EQ(::chmod(folder.path("out").c_str(), 0600), 0);
    AtomicFile file(folder.path("out"));
    file.write("new");
    EXPECT_TRUE(file.commit());
    struct stat status {};
    ASSERT_EQ(::stat(folder.path("out").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600U);
    EXPECT_EQ(file_text(folder.path("out")), "new");
}

TEST(AtomicFile, WritesThroughASymbolicLink) {
    TemporaryFolder folder;
    folder.write("real", "old");
    std::filesystem::create_symlink("real", folder.path("link"));
    AtomicFile file(folder.path("link"));
    file.write("new");
    EXPECT_TRUE(file.commit());
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
    EXPECT_EQ(file_text(folder.path("real")), "new");
}

TEST(AtomicFile, SaysInOneLineThatTheFolderIsNotThere) {
    TemporaryFolder folder;
    AtomicFile file(folder.path("none/out"));
    file.write("lost");
    EXPECT_FALSE(file.commit());
    EXPECT_EQ(file.error(), "cannot write " + folder.path("none/out") +
                                ": No such file or directory; nothing was left there");
}

TEST(AtomicFile, SaysInOneLineThatTheDiskIsFull) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    AtomicFile file("/dev/full");
    file.write("lost");
    EXPECT_FALSE(file.commit());
    EXPECT_EQ(file.error(),
              "cannot write /dev/full: No space left on device; nothing was left there");
}

} // namespace
} // namespace batt::testing
